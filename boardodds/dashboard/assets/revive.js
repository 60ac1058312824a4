// Runs the page again when the server is back after it was lost. Another replica, or one that was started again, knows nothing of
// the page until it has run it, and would not understand the first click on a tab or a button.

export default function ({ parentElement, setTriggerValue }) {
  // it shows nothing, and takes no room
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  const app = document.querySelector("[data-testid=stApp]");
  let lost = false;
  const watch = new MutationObserver(() => {
    const connected = app.getAttribute("data-test-connection-state") === "CONNECTED";
    if (connected && lost) setTriggerValue("back", true);
    lost = !connected;
  });
  watch.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => watch.disconnect();
}
