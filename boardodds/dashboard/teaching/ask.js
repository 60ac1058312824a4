// Joins the room whose code is behind the # of the QR code's link, which no server sees, or the last room of this browser; and gives
// the phone a random key for each room, by which a reload or a change of network keeps its answer.

const LAST = "boardodds room";

export default function ({ parentElement, data, setTriggerValue }) {
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  const [typed, joined, hasLeft] = data;
  if (hasLeft) localStorage.removeItem(LAST);
  const linked = location.hash.slice(1);
  if (linked) history.replaceState(history.state, "", location.pathname + location.search);
  const room = linked || typed || localStorage.getItem(LAST);
  if (room && room !== joined) {
    const name = `${LAST} ${room}`;
    const phone = localStorage.getItem(name) ?? crypto.getRandomValues(new Uint32Array(4)).join("");
    localStorage.setItem(name, phone);
    localStorage.setItem(LAST, room);
    setTriggerValue("event", { room, phone });
  }
  const reload = () => location.reload();
  window.addEventListener("hashchange", reload);
  return () => window.removeEventListener("hashchange", reload);
}
