// What every page does in the browser, and shows nothing for.

const SLOWEST_ANSWER = 10_000;
// what a popover should have below its button, of the window's height
const POPOVER_ROOM = 0.55;

// Runs the page again when the server is back after it was lost. Another replica, or one that was started again, knows nothing of
// the page until it has run it, and would not understand the first click on a tab or a button.
function reviveWith(setTriggerValue) {
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

// Makes what a person changes at most one step back, and lets the step before it lead to a page as it was left.
//
// What a person chooses stands in the address at once, in place of what stood there. If the answer sets more, Streamlit adds a step
// for it, and the one before would show half of the change. From page to page it first takes the settings out of the address, which
// would be a step of its own. And on the way back it drops the settings that both pages have by the same name, so the page is
// loaded afresh: the address holds all of it.
function goBackInOneStep() {
  if (window.boardoddsGoesBack) return;
  window.boardoddsGoesBack = true;
  let page = location.pathname;
  let leavesUntil = 0;
  // what stood in the address before what the person did last changed it
  let before = null;
  const forget = () => (before = null);
  for (const begun of ["pointerdown", "keydown", "popstate"]) window.addEventListener(begun, forget, true);
  // by no pointer and no key, as a screen reader clicks
  window.addEventListener("click", (event) => event.detail === 0 && forget(), true);
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest("a[href]");
      const opensHere = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (link && opensHere && link.origin === location.origin && link.pathname !== page) {
        leavesUntil = Date.now() + SLOWEST_ANSWER;
      }
    },
    true,
  );
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  history.replaceState = (state, title, url) => {
    before ??= [history.state, "", location.href];
    replace(state, title, url);
  };
  history.pushState = (state, title, url) => {
    const next = new URL(url, location.href).pathname;
    if (next === page && Date.now() < leavesUntil) return;
    if (next === page && before) replace(...before);
    push(state, title, url);
    [page, leavesUntil, before] = [next, next === page ? leavesUntil : 0, null];
  };
  window.addEventListener("popstate", () => {
    if (location.pathname !== page) location.reload();
  });
}

// Scrolls the page until there is room for what a button opens below it. Streamlit would squeeze it into what is left of a phone.
function makeRoomForPopovers() {
  if (window.boardoddsMakesRoom) return;
  window.boardoddsMakesRoom = true;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-testid=stPopoverButton]");
    if (!button || button.getAttribute("aria-expanded") === "true") return;
    const missing = button.getBoundingClientRect().bottom - (1 - POPOVER_ROOM) * window.innerHeight;
    if (missing > 0) document.querySelector("[data-testid=stMain]").scrollBy(0, missing);
  }, true);
}

// Tells the style sheet what the page looks like behind the answer that stays in sight, and what is above it; again if that changes.
function tellLooks() {
  const app = document.querySelector("[data-testid=stApp]");
  const bar = document.querySelector("[data-testid=stHeader]");
  // inside another page it is there, and shows nothing
  const isShown = bar && !new URLSearchParams(location.search).has("embed");
  const looks = document.documentElement.style;
  looks.setProperty("--boardodds-bar", `${isShown ? bar.offsetHeight : 0}px`);
  const tellColour = () => looks.setProperty("--boardodds-background", getComputedStyle(app).backgroundColor);
  const watch = new MutationObserver(tellColour);
  watch.observe(app, { attributeFilter: ["class"] });
  tellColour();
  return () => watch.disconnect();
}

export default function ({ parentElement, setTriggerValue }) {
  // no room for what shows nothing
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  goBackInOneStep();
  makeRoomForPopovers();
  const stops = [tellLooks(), reviveWith(setTriggerValue)];
  return () => stops.forEach((stop) => stop());
}
