// The trees of Orchard and the raven's path: a row of discs for each tree, filled while the fruit hangs, hollow once it is picked.
// A tap on a row takes one fruit, or moves the raven one step. It draws the data of the server and sends events.

export default (component) => show(Trees, component);

class Trees {
  constructor(root) {
    this.box = root.querySelector('.board');
    this.notice = new Notice(root);
    this.data = null;
    this.rows = new Map();     // By the name of a face, the button of its row.
    this.list = document.createElement('div');
    this.list.className = 'trees';
    this.undo = button({ 'data-undo': '', class: 'undo', title: 'Reverts the last change' }, 'Undo');
    this.box.append(this.list, this.undo);
    this.events = new EventQueue(this.box, () => this.draw());
    this.listeners = null;
  }

  listen() {
    if (this.listeners) return;
    this.listeners = new AbortController();
    this.box.addEventListener('click', (e) => this.onClick(e), { signal: this.listeners.signal });
  }

  release() {
    this.listeners?.abort();
    this.listeners = null;
  }

  update(data) {
    this.data = data;
    this.events.receive(data.revision);
    this.events.sendNext();
    this.draw();
    this.notice.show(data.notice);
  }

  onClick(click) {
    const target = click.target.closest('button');
    if (!target) return;
    const { face, undo } = target.dataset;
    if (face) this.events.push(() => ({ kind: 'roll', face }));
    // Whether there is a step to undo is checked when the event is sent.
    if (undo !== undefined) this.events.push(() => this.data.can_undo && { kind: 'undo' });
  }

  draw() {
    const { rows } = this.data;
    for (const [name, row] of this.rows) if (!rows.some((one) => one.name === name)) row.remove();
    this.rows = new Map(rows.map((row) => [row.name, this.rows.get(row.name) ?? this.makeRow(row)]));
    for (const row of rows) this.drawRow(this.rows.get(row.name), row);
    this.list.style.setProperty('--most', Math.max(...rows.map((row) => row.full)));
    assign(this.undo, { 'aria-disabled': !this.data.can_undo });
  }

  makeRow({ name, act, shape, fill }) {
    const row = button({ class: 'tree', 'data-face': name, 'aria-label': act, 'aria-describedby': `left-${name}`, style: `--fill:${fill}` }, '');
    const label = document.createElement('span');
    const count = document.createElement('b');
    const discs = document.createElement('span');
    assign(label, { class: 'name' });
    assign(count, { id: `left-${name}` });
    assign(discs, { class: `discs ${shape}`, 'aria-hidden': 'true' });
    row.append(label, count, discs);
    return row;
  }

  drawRow(row, { label, left, full }) {
    // A row that is moved would lose the focus, so rows stay where they are and new ones come last, before the raven's.
    if (!row.isConnected) this.list.append(row);
    const [name, count, discs] = row.children;
    name.textContent = label;
    count.textContent = left;
    assign(count, { 'aria-label': `${left} of ${full} left` });
    while (discs.children.length > full) discs.lastChild.remove();
    while (discs.children.length < full) discs.append(document.createElement('i'));
    [...discs.children].forEach((disc, place) => disc.classList.toggle('gone', place >= left));
    assign(row, { class: left ? 'tree' : 'tree bare' });
  }
}
