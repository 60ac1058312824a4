// Keeps the key of the teacher's room in this tab's own storage, where a reload finds it: null while the server doesn't know it,
// "" after the end. A tab without a key, such as one that a link of the plan opens, asks the other tabs of this browser. A page that
// asks no question of its own keeps the key of any room that is opened, for the tabs that are opened later.

const NAME = "boardodds room";
// A message to the server is lost if it comes while the page is drawn anew, so a key is offered until the server knows it.
const AGAIN = 2_000;
// How long a tab takes an answer of the others. Later it must take no room, to whose phones it would put its own question.
const PATIENCE = 2_000;

export default function ({ parentElement, data, setTriggerValue }) {
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  const [known, keeps] = data;
  const key = known ?? sessionStorage.getItem(NAME);
  const tabs = (parentElement.tabs ??= new BroadcastChannel(NAME));
  const stop = () => clearInterval(parentElement.offers);
  const offer = (key) => {
    const send = () => setTriggerValue("event", { key });
    stop();
    parentElement.offers = setInterval(send, AGAIN);
    send();
  };
  stop();
  tabs.onmessage = ({ data: said }) => {
    if (!said && key) tabs.postMessage(key);
    const isAwaited = keeps ? said !== key : !key && known === null && Date.now() < parentElement.asked + PATIENCE;
    if (said && isAwaited) offer(said);
  };
  if (known === null && key) offer(key);
  if (known === null && !key) {
    parentElement.asked = Date.now();
    tabs.postMessage("");
  }
  if (known && !keeps) tabs.postMessage(known);
  sessionStorage.setItem(NAME, key ?? "");
  return () => {
    stop();
    tabs.close();
  };
}
