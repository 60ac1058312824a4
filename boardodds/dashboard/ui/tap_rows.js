// Rows to tap: a row of marks for each thing that is left, filled while it is there, hollow once it is gone. A tap on a row sends its
// event. It draws the data of the server.

export default (component) => show(TapRows, component);

class TapRows extends SharedBoard {
  constructor(root) {
    super(root);
    this.box.classList.add('tap-rows');
  }

  update(data) {
    this.data = data;
    this.events.receive(data.revision);
    this.events.sendNext();
    keep(this.box, data.rows, makeRow, drawRow);
    this.box.style.setProperty('--most', Math.max(...data.rows.map((row) => row.full)));
  }

  markBest(event, equals) {
    const best = [event, ...equals].map((each) => JSON.stringify(each));
    this.data.rows.forEach((row, i) => this.box.children[i].classList.toggle('best', best.includes(JSON.stringify(row.event))));
  }

  onClick(click) {
    const place = [...this.box.children].indexOf(click.target.closest('button'));
    if (place >= 0) this.send(this.data.rows[place].event);
  }
}

function makeRow() {
  return button({}, html('span', { class: 'name' }), html('b'), html('span', { 'aria-hidden': 'true' }));
}

function drawRow(row, { name, label, act, shape, fill: colour, left, full }) {
  row.style.setProperty('--fill', colour);
  const [words, count, marks] = row.children;
  fill(words, [label]);
  fill(count, [String(left)]);
  assign(count, { id: `left-${name}`, 'aria-label': `${left} of ${full} left` });
  assign(marks, { class: `marks ${shape}` });
  keep(marks, Array(full).fill(), () => html('i'), (mark, _, number) => mark.classList.toggle('gone', number >= left));
  assign(row, {
    class: left ? 'tap-row' : 'tap-row bare', 'data-row': name, 'aria-describedby': `left-${name}`, 'aria-label': act || null,
    disabled: act ? null : '',
  });
}
