// The buttons copy the link, open the share sheet of the device if there is one, and fill the window with the QR code until a tap.
// Browsers give a page the share sheet and the clipboard only over https, and on the computer of the server.

// The visitor who closes the sheet without sharing has changed their mind, which is no error.
function ignoreAbort(error) {
  if (error.name !== "AbortError") throw error;
}

// Copies the text of an input that the visitor selects, which every browser allows.
function copySelected(input) {
  input.select();
  return document.execCommand("copy");
}

export default function ({ parentElement, data }) {
  const [copy, send, enlarge] = parentElement.querySelectorAll("button");
  const input = parentElement.querySelector("input");
  const message = parentElement.querySelector("p");
  const code = parentElement.querySelector("dialog");
  code.innerHTML = data.code;
  code.onclick = () => code.close();
  enlarge.hidden = !data.code;
  enlarge.onclick = () => code.showModal();
  input.value = data.url;
  message.textContent = "";
  copy.onclick = async () => {
    const done = await navigator.clipboard?.writeText(data.url).then(() => true, () => false) || copySelected(input);
    message.textContent = done ? "Link copied." : "Copy the marked link.";
  };
  send.hidden = !navigator.share;
  send.onclick = () => navigator.share({ title: data.title, url: data.url }).catch(ignoreAbort);
}
