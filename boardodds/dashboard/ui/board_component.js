// What the drawings share; it stands before the script of each.

const NS = 'http://www.w3.org/2000/svg';
const ANSWER_MS = 8000;        // after this long an unanswered edit counts as lost
const mounts = new WeakMap();

// The drawing of a kind in its place of the page, made when it is first shown there.
function show(Kind, { parentElement, data, setTriggerValue }) {
  let drawing = mounts.get(parentElement);
  if (!drawing) {
    drawing = new Kind(parentElement);
    mounts.set(parentElement, drawing);
  }
  drawing.trigger = (event) => setTriggerValue('edit', event);
  drawing.listen();
  drawing.update(data.board);
  // Streamlit calls this when the component goes, but also for a drawing that was overtaken by the next one: so it only
  // lets go of the listeners, which the next drawing puts back.
  return () => drawing.release();
}

function make(tag, attributes = {}, children = []) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// setting an attribute to the value it has would still make screen readers look
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

// Why something was not done, or what it cost: in sight wherever on the drawing one is, until one goes on.
class Refusal {
  constructor(root) {
    this.node = document.createElement('div');
    this.words = document.createElement('span');
    const close = button({ 'aria-label': 'Close' }, '×');
    this.node.append(this.words, close);
    root.addEventListener('click', () => this.tell(''));
    assign(this.node, { class: 'refused', role: 'alert' });
    this.tell('');
    root.append(this.node);
  }

  tell(words) {
    this.node.classList.toggle('none', !words);
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}

