// Keeps the key of the teacher's room in this tab's own storage, where a reload finds it: null while the server doesn't know it,
// "" after the end. A tab without a key, such as one that a link of the plan opens, asks the other tabs of this browser.

const NAME = "boardodds room";

export default function ({ parentElement, data, setTriggerValue }) {
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  const isNew = data[0] === null;
  const key = data[0] ?? sessionStorage.getItem(NAME);
  const tabs = (parentElement.tabs ??= new BroadcastChannel(NAME));
  tabs.onmessage = ({ data: said }) => {
    if (!said && key) tabs.postMessage(key);
    if (said && !key && isNew) setTriggerValue("event", { key: said });
  };
  if (isNew && key) setTriggerValue("event", { key });
  if (!key && isNew) tabs.postMessage("");
  sessionStorage.setItem(NAME, key ?? "");
  return () => tabs.close();
}
