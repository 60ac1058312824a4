// Keeps the key of the teacher's room in this tab's own storage, where a reload finds it: null while the server doesn't know it,
// "" after the end.

const NAME = "boardodds room";

export default function ({ parentElement, data, setTriggerValue }) {
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  const key = data[0] ?? sessionStorage.getItem(NAME);
  if (data[0] === null && key) setTriggerValue("event", { key });
  sessionStorage.setItem(NAME, key ?? "");
}
