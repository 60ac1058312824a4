// What every page does in the browser, and shows nothing for.

const SLOWEST_ANSWER = 10_000;
// what a popover should have below its button, of the window's height
const POPOVER_ROOM = 0.55;
// what is between the margins of A4, in pixels of the page
const PAPER = 700;
// controls that are moved notch by notch, which is one step however many they are
const NOTCHED = "[data-testid=stSlider], [data-testid=stNumberInput]";

// Runs the page again when the server is back after it was lost. Another replica, or one that was started again, knows nothing of
// the page until it has run it, and would not understand the first click on a tab or a button.
function reviveWith(app, setTriggerValue) {
  let lost = false;
  const watch = new MutationObserver(() => {
    const connected = app.getAttribute("data-test-connection-state") === "CONNECTED";
    if (connected && lost) setTriggerValue("back", true);
    lost = !connected;
  });
  watch.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => watch.disconnect();
}

const isEmbedded = () => new URLSearchParams(location.search).has("embed");

// Makes each thing that a person does one step back, and each step back lead to a page as it was.
//
// What a person chooses stands in the address at once, in place of what stood there, and whatever else the answer sets would be
// steps of its own, to parts of a change. From page to page Streamlit first takes the settings out of the address, as a step too.
// And on the way back it leaves views as they are, and settings that both pages have by the same name: so the page is loaded
// afresh, as the address holds all of it.
function makeEachActOneStep() {
  if (window.boardoddsSteps) return;
  window.boardoddsSteps = true;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  // the steps of a page around this one are not ours to add to; a host that shows the whole app in a frame wants them
  const step = window.parent !== window && isEmbedded() ? replace : push;
  const settings = () => location.pathname + location.search;
  let shown = settings();
  let page = location.pathname;
  let leavesUntil = 0;
  // what the person did last, until it has changed the address; and the control that made the last step, if it has notches
  let act = null;
  let notched = null;
  const begin = (event) => (act = { control: event.target.closest?.(NOTCHED) });
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, begin, true);
  window.addEventListener(
    "click",
    (event) => {
      // by no pointer and no key, as a screen reader clicks
      if (event.detail === 0) begin(event);
      const link = event.target.closest("a[href]");
      const opensHere = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (link && link.target !== "_blank" && opensHere && link.origin === location.origin && link.pathname !== page) {
        leavesUntil = Date.now() + SLOWEST_ANSWER;
      }
    },
    true,
  );
  history.replaceState = (state, title, url) => {
    const before = settings();
    const changes = new URL(url ?? "", location.href).href !== location.href;
    const isStep = act && changes && !(act.control && act.control === notched);
    (isStep ? step : replace)(state, title, url);
    shown = settings();
    if (shown !== before) [notched, act] = [act ? act.control : notched, null];
  };
  history.pushState = (state, title, url) => {
    const next = new URL(url ?? "", location.href).pathname;
    if (next === page && Date.now() < leavesUntil) return;
    if (next !== page) push(state, title, url);
    else (act ? step : replace)(state, title, url);
    [page, leavesUntil] = [next, next === page ? leavesUntil : 0];
    [shown, act, notched] = [settings(), null, act ? null : notched];
  };
  window.addEventListener("popstate", () => {
    if (settings() !== shown) location.reload();
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

// Tells the style sheet how much what keeps its width must shrink to fit a sheet.
function fitPaper() {
  const tell = () => {
    for (const fixed of document.querySelectorAll("[data-testid=stPlotlyChart], [data-testid=stDataFrame]")) {
      const room = fixed.closest("[data-testid=stElementContainer]");
      room.style.setProperty("--boardodds-paper", Math.min(1, PAPER / fixed.offsetWidth));
    }
  };
  window.addEventListener("beforeprint", tell);
  return () => window.removeEventListener("beforeprint", tell);
}

// Tells the style sheet what the page looks like behind the answer that stays in sight, and what is above it; again if that changes.
function tellLooks(app) {
  const bar = document.querySelector("[data-testid=stHeader]");
  // inside another page it is there, and shows nothing
  const isShown = bar && !isEmbedded();
  const looks = document.documentElement.style;
  looks.setProperty("--boardodds-bar", `${isShown ? bar.offsetHeight : 0}px`);
  const tellColour = () => looks.setProperty("--boardodds-background", getComputedStyle(app).backgroundColor);
  const watch = new MutationObserver(tellColour);
  watch.observe(app, { attributeFilter: ["class"] });
  tellColour();
  return () => watch.disconnect();
}

// Keeps what a person taps on below the answer that stays in sight: where there was none before, or a shorter one, it would cover
// the upper part of it, and take the next tap.
function keepTouchedInSight(app) {
  const answer = app.querySelector(".st-key-answer");
  if (!answer) return () => {};
  const main = app.querySelector("[data-testid=stMain]");
  let touched = null;
  let height = 0;
  const touch = (event) => (touched = event.target.closest("[data-testid=stElementContainer]"));
  const watch = new ResizeObserver(() => {
    const frame = answer.parentElement;
    const grew = frame.offsetHeight > height;
    height = frame.offsetHeight;
    if (!grew || !touched?.isConnected || getComputedStyle(frame).position !== "sticky") return;
    const [top, bottom] = [touched.getBoundingClientRect().top, frame.getBoundingClientRect().bottom];
    // who has scrolled past its upper edge means what is below
    if (top >= 0 && top < bottom) main.scrollBy(0, top - bottom);
  });
  watch.observe(answer);
  main.addEventListener("pointerdown", touch, true);
  return () => {
    watch.disconnect();
    main.removeEventListener("pointerdown", touch, true);
  };
}

export default function ({ parentElement, setTriggerValue }) {
  const app = parentElement.closest("[data-testid=stApp]");
  // a page that is left while it comes may be taken away before this is called
  if (!app) return undefined;
  // no room for what shows nothing
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  makeEachActOneStep();
  makeRoomForPopovers();
  const stops = [tellLooks(app), fitPaper(), keepTouchedInSight(app), reviveWith(app, setTriggerValue)];
  return () => stops.forEach((stop) => stop());
}
