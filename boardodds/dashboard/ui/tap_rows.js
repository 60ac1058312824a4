// Rows to tap: a row of marks for each thing that is left, filled while it is there, hollow once it is gone. A tap on a row sends its
// event. It draws the data of the server.

export default (component) => show(TapRows, component);

class TapRows {
  constructor(root) {
    this.box = root.querySelector('.board');
    this.notice = new Notice(root);
    this.rows = new Map();     // The button of each row by the row's name.
    this.list = html('div', '', { class: 'tap-rows' });
    this.box.append(this.list);
    this.events = new EventQueue(this.box);
  }

  listen(signal) {
    this.box.addEventListener('click', (e) => this.onClick(e), { signal });
  }

  update(data) {
    this.data = data;
    this.events.receive(data.revision);
    this.events.sendNext();
    this.draw();
    this.notice.show(data.notice);
  }

  markBest(event, equals) {
    const best = [event, ...equals].map((each) => JSON.stringify(each));
    for (const { name, event: own } of this.data.rows) {
      this.rows.get(name).classList.toggle('best', best.includes(JSON.stringify(own)));
    }
  }

  onClick(click) {
    const name = click.target.closest('button')?.dataset.row;
    const row = this.data.rows.find((one) => one.name === name);
    if (row) this.events.push(() => row.event);
  }

  draw() {
    const { rows } = this.data;
    for (const [name, row] of this.rows) if (!rows.some((one) => one.name === name)) row.remove();
    this.rows = new Map(rows.map((row) => [row.name, this.rows.get(row.name) ?? this.makeRow(row)]));
    rows.forEach((row, place) => this.drawRow(this.rows.get(row.name), row, place));
    this.list.style.setProperty('--most', Math.max(...rows.map((row) => row.full)));
  }

  makeRow({ name }) {
    const row = button({ class: 'tap-row', 'data-row': name, 'aria-describedby': `left-${name}` }, '');
    row.append(html('span', '', { class: 'name' }), html('b', '', { id: `left-${name}` }), html('span', '', { 'aria-hidden': 'true' }));
    return row;
  }

  drawRow(row, { label, act, shape, fill, left, full }, place) {
    // A row that is moved in the document would lose the focus, so rows stay where they are and are ordered by their style.
    if (!row.isConnected) this.list.append(row);
    row.style.order = place;
    row.style.setProperty('--fill', fill);
    const [name, count, marks] = row.children;
    assign(marks, { class: `marks ${shape}` });
    name.textContent = label;
    count.textContent = left;
    assign(count, { 'aria-label': `${left} of ${full} left` });
    while (marks.children.length > full) marks.lastChild.remove();
    while (marks.children.length < full) marks.append(html('i'));
    [...marks.children].forEach((mark, number) => mark.classList.toggle('gone', number >= left));
    assign(row, { class: left ? 'tap-row' : 'tap-row bare', 'aria-label': act || null, disabled: act ? null : '' });
  }
}
