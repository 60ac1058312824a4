// What every page does in the browser without showing anything.

// The longest wait for an answer, in milliseconds.
const MAX_ANSWER_MILLISECONDS = 10_000;
// The share of the window's height that a popover needs below its button.
const POPOVER_SHARE = 0.55;
// The width between the margins of an A4 sheet, in pixels of the page.
const PAPER_PIXELS = 700;
// The widest window that shows the menu over the page.
const PHONE_PIXELS = 768;
// The share of a chart's place from which on it counts as seen: the next picture to swipe to peeks into the window.
const VISIBLE_SHARE = 0.3;
// A page that is connected and draws nothing, and the pause after what a visitor does, in milliseconds.
const AT_REST = "[data-test-connection-state=CONNECTED][data-test-script-state=notRunning]";
const REST_MILLISECONDS = 200;
const ACTS = ["pointerdown", "pointerup", "keydown"];
// Controls that move in small steps. All moves of one control in a row are one action.
const STEPPED_CONTROLS = "[data-testid=stSlider], [data-testid=stNumberInput]";
// In the menu, on a phone too, and on the home page.
const PAGE_LINKS = "[data-testid^=stTopNav][href], [data-testid=stSidebarNavLink], [data-testid=stPageLink-NavLink]";
// On a projector: the keys with their steps, the button of one more game, and those of an answer and a next question.
const STEPS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
const MORE = "[class*=_1_more] button:enabled";
const GO_ON = ":is(.st-key-reveal_answer, .st-key-guess, .st-key-last_answer) [data-testid=stBaseButton-primary]:enabled";
// Keys that change no setting. Escape closes the set-up, perhaps before the answer to the last choice is there.
const IDLE_KEYS = ["Escape", "Tab", "Shift", "Control", "Alt", "Meta"];
// What stands once it is said: Back leaves the page.
const FINAL = ".st-key-guess, .st-key-last_answer";

// Calls a function now and after changes of an element, by default of all that it contains, until the signal ends it.
function follow(element, signal, call, changes = { childList: true, subtree: true }) {
  call();
  const observer = new MutationObserver(call);
  observer.observe(element, changes);
  signal.addEventListener("abort", () => observer.disconnect());
}

// Says while there is no connection that taps are kept, and reruns the page when it is back. Another replica, or a restarted one,
// doesn't know the page until it has run it, and couldn't handle the first click on a tab or a button.
function watchConnection(app, signal, setTriggerValue) {
  const line = document.querySelector(".connection") ?? document.createElement("p");
  line.className = "connection";
  line.setAttribute("role", "status");
  app.append(line);
  let [wasLost, link] = [false, null];
  const note = () => {
    const isConnected = app.getAttribute("data-test-connection-state") === "CONNECTED";
    if (isConnected && wasLost) setTriggerValue("back", true);
    wasLost = !isConnected;
    const isOffline = wasLost || !navigator.onLine;
    document.documentElement.classList.toggle("offline", isOffline);
    line.textContent = isOffline ? "No connection. What you tap is kept." : "";
    if (link && !isOffline) location.assign(link);
  };
  const keepLink = (event) => {
    const target = wasLost && event.target.closest(PAGE_LINKS);
    if (!target) return;
    link = target.href;
    event.preventDefault();
    event.stopPropagation();
  };
  follow(app, signal, note, { attributeFilter: ["data-test-connection-state"] });
  for (const kind of ["online", "offline"]) window.addEventListener(kind, note, { signal });
  window.addEventListener("click", keepLink, { capture: true, signal });
}

// Makes each user action one entry in the browser history, and makes Back restore the page as it was.
//
// Streamlit replaces the URL as soon as the user changes a setting, and adds entries for settings that the answer changes, which would
// be parts of one action. On a page change, it first adds an entry without the settings. On Back, it keeps the view, and settings that
// have the same name on both pages. Therefore Back reloads the page, since the URL contains all settings.
function makeEachActionOneEntry() {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  // An embedded page must not add to the history of the page around it. A host that shows the whole app in a frame wants entries.
  const addEntry = window.parent !== window && new URLSearchParams(location.search).has("embed") ? replace : push;
  const currentUrl = () => location.pathname + location.search;
  let shownUrl = currentUrl();
  let page = location.pathname;
  let leavingUntil = 0;
  // The last user action, until it has changed the URL, and the stepped control that made the last entry, if one did.
  let action = null;
  let steppedControl = null;
  const startAction = (event) => {
    if (!IDLE_KEYS.includes(event.key) && !event.target.closest?.(FINAL)) action = { control: event.target.closest?.(STEPPED_CONTROLS) };
  };
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, startAction, true);
  window.addEventListener("click", (event) => {
    // A click of a screen reader comes without pointer or key events.
    if (event.detail === 0) startAction(event);
    const link = event.target.closest("a[href]");
    if (!link) return;
    // Streamlit would open the page here; the browser opens it in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) event.stopPropagation();
    else if (link.target !== "_blank" && link.origin === location.origin && link.pathname !== page) {
      leavingUntil = Date.now() + MAX_ANSWER_MILLISECONDS;
    }
  }, true);
  const isNextStep = () => action.control && action.control === steppedControl;
  history.replaceState = (state, title, url) => {
    const previousUrl = currentUrl();
    const changesUrl = new URL(url ?? "", location.href).href !== location.href;
    (action && changesUrl && !isNextStep() ? addEntry : replace)(state, title, url);
    shownUrl = currentUrl();
    if (shownUrl !== previousUrl) [steppedControl, action] = [action ? action.control : steppedControl, null];
  };
  history.pushState = (state, title, url) => {
    const nextPage = new URL(url ?? "", location.href).pathname;
    if (nextPage === page && Date.now() < leavingUntil) return;
    if (nextPage !== page) push(state, title, url);
    else (action && !isNextStep() ? addEntry : replace)(state, title, url);
    [page, leavingUntil] = [nextPage, nextPage === page ? leavingUntil : 0];
    [shownUrl, action, steppedControl] = [currentUrl(), null, action ? action.control : steppedControl];
  };
  window.addEventListener("popstate", () => {
    if (currentUrl() !== shownUrl) location.reload();
  });
}

// Scrolls the page until there is room for a popover below its button. On a phone, Streamlit would squeeze it into the rest of the window.
function makeRoomForPopovers() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-testid=stPopoverButton]");
    if (!button || button.getAttribute("aria-expanded") === "true") return;
    const missingPixels = button.getBoundingClientRect().bottom - (1 - POPOVER_SHARE) * window.innerHeight;
    if (missingPixels > 0) document.querySelector("[data-testid=stMain]").scrollBy(0, missingPixels);
  }, true);
}

// Gives the views of a page the height of the tallest one seen in this visit, so that the tabs stay where they are.
function keepTallestView() {
  const tallest = { page: null, pixels: 0 };
  const measure = () => {
    if (tallest.page !== location.pathname) Object.assign(tallest, { page: location.pathname, pixels: 0 });
    const views = [...document.querySelectorAll("[role=tabpanel]")];
    tallest.pixels = Math.max(tallest.pixels, ...views.map((view) => view.scrollHeight));
    document.documentElement.style.setProperty("--view", `${tallest.pixels}px`);
  };
  // Before the view that is open is drawn again.
  for (const act of ACTS) window.addEventListener(act, measure, { capture: true, passive: true });
}

// Closes the menu of a phone when a page is chosen. Streamlit leaves it open, over the page that was chosen.
function closeMenuAfterChoice() {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-testid=stSidebarNavLink]") || window.innerWidth > PHONE_PIXELS) return;
    document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
  });
}

// Lets a tap on a point of a chart select it. Plotly selects what the pointer was over before, and a finger is over nothing.
function selectByTouch() {
  document.addEventListener("touchstart", (event) => {
    if (!event.target.matches(".nsewdrag")) return;
    const { clientX, clientY } = event.touches[0];
    event.target.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX, clientY }));
  }, { capture: true, passive: true });
}

// Gives each link to a page the settings that a click on it would keep, for a new tab. The menu draws its links when it opens.
function completeLinks(queries, signal) {
  follow(document.body, signal, () => {
    for (const link of document.querySelectorAll(PAGE_LINKS)) {
      // A link with settings of its own keeps them.
      if (link.search !== (link.dataset.boardoddsQuery ?? "")) continue;
      link.search = queries[link.pathname.split("/").pop()] ?? "";
      link.dataset.boardoddsQuery = link.search;
    }
  });
}

// Sets the scale at which charts and tables, which keep their width, fit a sheet of paper.
function fitPaper() {
  window.addEventListener("beforeprint", () => {
    for (const element of document.querySelectorAll("[data-testid=stPlotlyChart], [data-testid=stDataFrame]")) {
      const container = element.closest("[data-testid=stElementContainer]");
      container.style.setProperty("--boardodds-paper", Math.min(1, PAPER_PIXELS / element.offsetWidth));
    }
  });
}

// Asks for the charts when the place of one is in view: Plotly is larger than the rest of the page, which goes first.
//
// Of two events that wait at the server it would keep the last one, so this one waits until the page is at rest, and nothing was
// tapped for a moment. If it is lost itself, the place is still there, and it is sent again.
function requestCharts(app, signal, setTriggerValue) {
  let [timer, lastAct] = [0, 0];
  const seen = new Set();
  for (const kind of ACTS) window.addEventListener(kind, () => { lastAct = Date.now(); }, { capture: true, signal });
  const request = () => {
    const isAtRest = app.matches(AT_REST) && Date.now() - lastAct > REST_MILLISECONDS;
    if (isAtRest) setTriggerValue("charts", true);
    timer = [...seen].some((place) => place.isConnected)
      ? setTimeout(request, isAtRest ? MAX_ANSWER_MILLISECONDS : REST_MILLISECONDS) : 0;
  };
  const inView = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) seen.add(entry.target);
    if (seen.size && !timer) timer = setTimeout(request, 0);
  }, { threshold: VISIBLE_SHARE });
  follow(app, signal, () => app.querySelectorAll(".chart-place").forEach((place) => inView.observe(place)));
  signal.addEventListener("abort", () => {
    inView.disconnect();
    clearTimeout(timer);
  });
}

// Adds to each page what Streamlit leaves out: names and announcements for screen readers, where the keyboard goes on, and on a phone
// the way to a second picture.
function completePage(app, signal) {
  let pressed = null;
  // A key press on a button that goes, or that has nothing more to do, leads to what it has changed.
  const keepFocus = () => {
    if (!pressed || (pressed.isConnected && !pressed.disabled)) return;
    // Chromium leaves the focus on a disabled button until the next frame.
    if (![document.body, pressed].includes(document.activeElement)) return;
    const answer = app.querySelector(".st-key-last_answer") ?? app.querySelector(".st-key-answer");
    answer?.setAttribute("tabindex", "-1");
    answer?.focus({ preventScroll: true });
    pressed = null;
  };
  window.addEventListener("click", (event) => {
    pressed = event.detail ? null : event.target.closest("button");
  }, { capture: true, signal });
  follow(app, signal, () => {
    keepFocus();
    app.querySelectorAll(".st-key-play_pics > :not(:has(> .other-picture))").forEach(addPictureButton);
    // A list that scrolls is reached by the keyboard.
    app.querySelectorAll(".moves:not([tabindex])").forEach((list) => { list.tabIndex = 0; });
    // What an act has changed is read aloud.
    app.querySelectorAll(".st-key-answer:not([aria-live])").forEach((answer) => answer.setAttribute("aria-live", "polite"));
    // Streamlit labels a slider twice, so that a screen reader would read its name twice.
    app.querySelectorAll("input[type=range][aria-label][aria-labelledby]").forEach((slider) => slider.removeAttribute("aria-labelledby"));
  }, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

// Adds a button that a phone shows beside one of two pictures, which lie side by side and swipe; it scrolls to the other one.
function addPictureButton(picture) {
  const button = document.createElement("button");
  button.className = "other-picture";
  button.setAttribute("aria-label", "Show the other picture");
  button.addEventListener("click", () => {
    const other = [...picture.parentElement.children].find((each) => each !== picture);
    other?.scrollIntoView({ behavior: "smooth", block: "nearest", inline: "start" });
  });
  picture.append(button);
}

// Opens the first page of a card wherever it is tapped, unless its text is selected.
function openCards() {
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[class*=st-key-card_]");
    if (card && !event.target.closest("a") && getSelection().isCollapsed) card.querySelector("a[href]")?.click();
  });
}

// On a projector the arrows, space and the keys of a clicker go on: one more game, the answer, the next question, or the next value of
// the slider. Left and page up take the last step back. A worksheet scrolls by a question.
function stepWithKeys() {
  document.addEventListener("keydown", (event) => {
    const [screen, step] = [document.querySelector(".st-key-present"), STEPS[event.key]];
    if (!screen || !step) return;
    // A page key of a clicker moves no slider that has the focus.
    const own = `input, textarea, [role=slider], [role=toolbar]${event.key === " " ? ", button" : ""}`;
    if (!event.key.startsWith("Page") && event.target.closest(own)) return;
    event.preventDefault();
    event.stopPropagation();
    const questions = [...screen.querySelectorAll("[class*=st-key-question_]:not(.st-key-question_now)")];
    const now = questions.findLastIndex((each) => each.getBoundingClientRect().top < window.innerHeight / 2);
    const button = screen.querySelector(MORE) ?? screen.querySelector(GO_ON);
    if (questions.length) questions[now + step]?.scrollIntoView();
    else if (step < 0) screen.querySelector(".st-key-undo button")?.click();
    else if (button) button.click();
    else screen.querySelector(".st-key-controls input[type=range]")?.focus();
  }, true);
}

export default function ({ parentElement, setTriggerValue, data }) {
  const app = parentElement.closest("[data-testid=stApp]");
  // If the user leaves a page while it loads, its elements can be gone before this call.
  if (!app) return undefined;
  // Take no space, since nothing is shown.
  parentElement.closest("[data-testid=stElementContainer]").style.display = "none";
  // The listeners of the window stay when another page draws this again.
  if (!window.boardoddsListens) {
    window.boardoddsListens = true;
    for (const listen of [
      makeEachActionOneEntry, makeRoomForPopovers, keepTallestView, closeMenuAfterChoice, selectByTouch, openCards, stepWithKeys, fitPaper,
    ]) listen();
  }
  const controller = new AbortController();
  const { signal } = controller;
  completeLinks(data[0], signal);
  completePage(app, signal);
  watchConnection(app, signal, setTriggerValue);
  requestCharts(app, signal, setTriggerValue);
  return () => controller.abort();
}
