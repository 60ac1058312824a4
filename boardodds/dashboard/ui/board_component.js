// The part that all boards share, placed before the scripts of each board.

const NS = 'http://www.w3.org/2000/svg';
const ANSWER_MS = 8000;        // An event that has no answer after this time counts as lost.
const RETURN_MS = 2000;        // After the connection is back, an event without an answer for this time is sent again.
const CHECK_MS = 500;
const MAX_QUEUE = 60;
const AGAIN_MS = 250;          // Two taps within this time on a control that passes the turn are one act.
const lastTap = { control: null, time: 0 };

// Whether a control is tapped again so soon that its act is meant once. A key that is pressed has no detail.
function isTappedAgain(control, { detail, timeStamp }) {
  const isAgain = detail > 0 && control === lastTap.control && timeStamp - lastTap.time < AGAIN_MS;
  Object.assign(lastTap, { control, time: timeStamp });
  return isAgain;
}

// Draw a board of a class in its element, and create the board when it is first shown there. ``listen`` gets the signal that ends its
// listeners.
function show(BoardClass, { parentElement, data, setTriggerValue }) {
  const mount = (parentElement.mount ??= { board: new BoardClass(parentElement), call: 0 });
  const { board } = mount;
  const call = ++mount.call;
  board.events.send = (event) => setTriggerValue('event', event);
  if (!mount.listeners) {
    mount.listeners = new AbortController();
    board.listen(mount.listeners.signal);
  }
  board.update(data[0]);
  board.showNotice(data[0].notice);
  mount.stopBest?.();
  mount.stopBest = board.markBest && followBest(board, data[0].revision);
  // Streamlit calls this when the component is removed, and also, after the next call, when two calls came close together: then the
  // board would no longer hear anybody.
  return () => {
    if (call !== mount.call) return;
    mount.stopBest?.();
    mount.listeners?.abort();
    Object.assign(mount, { stopBest: null, listeners: null });
  };
}

// Call ``markBest`` of a board with the advised event, or null, the events that are just as good, and the word of the mark. The card
// has it, since it can take longer than the board; the advice for another revision is none.
function followBest(board, revision) {
  let shown;
  const follow = () => {
    const text = document.querySelector('[data-best]')?.dataset.best ?? 'null';
    if (text === shown) return;
    shown = text;
    const best = JSON.parse(text);
    const isCurrent = best?.revision === revision;
    board.markBest(isCurrent ? best.event : null, isCurrent ? best.equals : [], best?.badge);
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-best'] });
  return () => observer.disconnect();
}

// The events of a board, sent one at a time, because the server would keep only the last of two that arrive together. The server
// answers an event with data of a new revision, also if it refuses the event. Meanwhile the board is busy. Without a connection, which
// ``frame.js`` notes, events wait.
class EventQueue {
  // onLost: called when an event has had no answer for too long.
  constructor(box, onLost) {
    Object.assign(this, { box, onLost, waiting: [], pending: null, revision: null, send: () => {} });
  }

  // Add a function that returns the event, or a false value for none. It is called when its turn comes.
  push(makeEvent) {
    if (this.waiting.length < MAX_QUEUE) this.waiting.push(makeEvent);
    this.sendNext();
  }

  sendNext() {
    while (!this.pending && this.waiting.length) {
      const event = this.waiting.shift()();
      if (!event) continue;
      const timer = setInterval(() => this.check(), CHECK_MS);
      this.pending = { event, timer, revision: this.revision };
      this.sendPending(event);
    }
    assign(this.box, { 'aria-busy': this.pending !== null });
  }

  sendPending(event) {
    const isCut = document.documentElement.classList.contains('offline');
    Object.assign(this.pending, { isCut, since: Date.now() });
    if (!isCut) this.send(event);
  }

  check() {
    const { pending } = this;
    if (document.documentElement.classList.contains('offline')) Object.assign(pending, { isCut: true, since: Date.now() });
    else if (Date.now() - pending.since < (pending.isCut ? RETURN_MS : ANSWER_MS)) return;
    // It can have arrived, if only its answer has not.
    else if (pending.isCut) this.sendPending({ kind: 'again', event: pending.event, revision: pending.revision });
    else {
      this.settle();
      this.sendNext();
      this.onLost();
    }
  }

  // Take the revision of new data, and return the event that they answer, if there is one. Call ``sendNext`` afterwards.
  receive(revision) {
    this.revision = revision;
    const { pending } = this;
    if (!pending || pending.revision === revision) return null;
    this.settle();
    return pending.event;
  }

  settle() {
    clearInterval(this.pending?.timer);
    this.pending = null;
  }
}

// What all boards have: the element to draw in, the notice, and the queue of events. A board can have ``onClick`` and ``onKey``.
class SharedBoard {
  constructor(root) {
    Object.assign(this, { root, box: root.querySelector('.board'), data: null });
    this.events = new EventQueue(this.box, () => this.onLost?.());
    this.notice = html('div', { class: 'notice', role: 'alert' }, [html('span'), button({ 'aria-label': 'Close' }, '×')]);
    root.addEventListener('click', () => this.showNotice(''));
    this.showNotice('');
    root.append(this.notice);
  }

  // Show a sentence on why an event was refused or what it removed, until the next click.
  showNotice(sentence) {
    this.notice.classList.toggle('none', !sentence);
    fill(this.notice.firstChild, [sentence]);
  }

  listen(signal) {
    this.box.addEventListener('click', (e) => this.onClick?.(e), { signal });
    this.box.addEventListener('keydown', (e) => this.onKey?.(e), { signal });
  }

  send(event) {
    this.events.push(() => event);
  }

  // Give up the height that is kept free for a board until it is drawn; a small one needs less.
  freeHeight() {
    this.root.host?.closest('[class*="st-key-"]')?.style.setProperty('min-height', 0);
  }
}

function make(tag, attributes = {}, children = [], node = document.createElementNS(NS, tag)) {
  assign(node, attributes);
  node.append(...children);
  return node;
}

function html(tag, attributes = {}, children = []) {
  return make(tag, attributes, children, document.createElement(tag));
}

function button(attributes, ...children) {
  return html('button', { type: 'button', ...attributes }, children);
}

// Set the attributes that have changed: a screen reader would announce an attribute that is set to the same value again.
function assign(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

// Set the children of a node, nodes or texts. Those that stay are not moved, because a moved node loses the focus, and a screen reader
// would announce the same text again.
function fill(node, children) {
  const same = (current, child) => current === child || (current?.nodeType === Node.TEXT_NODE && current.data === child);
  for (const current of [...node.childNodes]) if (!children.some((child) => same(current, child))) current.remove();
  children.forEach((child, i) => {
    const current = node.childNodes[i] ?? null;
    if (!same(current, child)) node.insertBefore(typeof child === 'string' ? document.createTextNode(child) : child, current);
  });
}

// Draw a child for each item. Children that stay are drawn again where they are.
function keep(node, items, create, draw) {
  while (node.children.length > items.length) node.lastChild.remove();
  while (node.children.length < items.length) node.append(create());
  items.forEach((item, i) => draw(node.children[i], item, i));
}

// Return an empty row of seats, which scrolls sideways and shows at each end whether there is more.
function seatRow(name) {
  const row = html('div', { class: 'row-of-seats', role: 'group', 'aria-label': name });
  row.addEventListener('scroll', () => markEnds(row));
  new ResizeObserver(() => scrollToChosen(row)).observe(row);
  return row;
}

function markEnds(row) {
  row.classList.toggle('more-before', row.scrollLeft > 1);
  row.classList.toggle('more-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
}

function scrollToChosen(row) {
  const seat = row.querySelector('[aria-pressed="true"]');
  if (seat) row.scrollLeft = seat.offsetLeft - (row.clientWidth - seat.offsetWidth) / 2;
  markEnds(row);
}
