// A button that opens the share sheet of the phone with the page's link. A browser without a share sheet shows no button.

// The visitor who closes the sheet without sharing has changed their mind, which is no error.
function ignoreAbort(error) {
  if (error.name !== "AbortError") throw error;
}

export default function ({ parentElement, data }) {
  const button = parentElement.querySelector("button");
  button.hidden = !navigator.share;
  button.onclick = () => navigator.share({ title: data.title, url: data.url }).catch(ignoreAbort);
}
