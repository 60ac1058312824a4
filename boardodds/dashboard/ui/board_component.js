// The part that all boards share; it is placed before the script of each board.

const NS = 'http://www.w3.org/2000/svg';
const ANSWER_MS = 8000;        // after this long an unanswered edit counts as lost
const mounts = new WeakMap();

// Draw a board of a class in its element, and create it when it is first shown there.
function show(Kind, { parentElement, data, setTriggerValue }) {
  let drawing = mounts.get(parentElement);
  if (!drawing) {
    drawing = new Kind(parentElement);
    mounts.set(parentElement, drawing);
  }
  drawing.trigger = (event) => setTriggerValue('edit', event);
  drawing.listen();
  drawing.update(data.board);
  // Streamlit calls this when the component is removed, and also for a board that a newer one replaced. So it only removes the
  // listeners, which the newer board adds again.
  return () => drawing.release();
}

function make(tag, attributes = {}, children = []) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// an attribute that is set to the same value would still be announced by screen readers
function assign(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

function button(attributes, words) {
  const node = document.createElement('button');
  node.type = 'button';
  node.textContent = words;
  assign(node, attributes);
  return node;
}

// A sentence for the visitor: why an event was refused, or what it removed. It stays visible until the next click.
class Notice {
  constructor(root) {
    this.node = document.createElement('div');
    this.words = document.createElement('span');
    const close = button({ 'aria-label': 'Close' }, '×');
    this.node.append(this.words, close);
    root.addEventListener('click', () => this.show(''));
    assign(this.node, { class: 'notice', role: 'alert' });
    this.show('');
    root.append(this.node);
  }

  show(words) {
    this.node.classList.toggle('none', !words);
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}

