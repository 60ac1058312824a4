// The Camel Up board: a ring of squares with camels and tiles to click, drag or drive by keyboard, and below it the dice and
// what changes the whole table. It draws what the server says and sends events; a piece stays where it is until the server has moved it.

const W = 100;                 // one square, in units of the drawing
const H = 112;
const MARGIN = 5;
const FLOOR = H - 7;           // where the lowest camel stands
const CLICK_PIXELS = 6;        // a pointer that moves less is a click
const MAX_QUEUE = 60;
const TILE = { o: 'oasis', m: 'mirage' };
const PRESSED = { random: 'Random', new_leg: 'New leg', clear: 'Clear', undo: 'Undo' };
const WHY = { new_leg: 'All dice back into the pyramid; tiles and tickets go home', clear: 'Takes everything off the board' };
// one camel in a box of 100 x 62, looking right; the arch under the belly leaves the letter of the camel below to be read
const CAMEL = 'M13 62 L15 40 C9 38 6 46 7 50 C1 46 3 30 13 26 C23 22 27 3 45 2 C62 2 62 20 70 24 C74 22 73 12 75 7'
  + ' C76 3 80 3 82 4 L84 0 L88 4 C93 5 97 8 98 12 C98 16 92 16 87 15 C87 26 86 36 81 41 L82 62 L69 62 L67 45'
  + ' C60 42 36 42 29 45 L27 62 Z';
const BELLY = 19;              // height of the arch in that box
const BOX = 62;

export default (component) => show(Board, component);

// ---------------------------------------------------------------- drawing helpers

function label(x, y, text, attributes = {}) {
  const node = make('text', { x, y, ...attributes });
  node.textContent = text;
  return node;
}

function ordinal(n) {
  const tens = n % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' })[n % 10] ?? 'th';
  return `${n}${ending}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// ---------------------------------------------------------------- geometry

// The ring of squares: 5 x 5 or the most nearly square one that holds them, clockwise from the bottom left.
function ring(track) {
  const half = Math.max(10, Math.ceil((track + 4) / 2));
  const cols = Math.ceil(half / 2);
  const rows = half - cols;
  const at = [];
  for (let row = rows - 1; row >= 0; row -= 1) at.push([0, row]);
  for (let col = 1; col < cols; col += 1) at.push([col, 0]);
  for (let row = 1; row < rows; row += 1) at.push([cols - 1, row]);
  for (let col = cols - 2; col > 0; col -= 1) at.push([col, rows - 1]);
  const cells = at.map(([col, row]) => ({
    x: MARGIN + col * W,
    y: MARGIN + row * H,
    // camels look the way they run, and into the board on its right side
    left: col === cols - 1 || (row === rows - 1 && col > 0),
  }));
  const inner = { x: MARGIN + W, y: MARGIN + H, w: (cols - 2) * W, h: (rows - 2) * H };
  const scale = Math.min(inner.w / 300, inner.h / 336, cols / 5);
  const panel = { x: inner.x + inner.w / 2 - 150 * scale, y: inner.y + inner.h / 2 - 168 * scale, scale };
  return { cols, cells, panel, inner, width: 2 * MARGIN + cols * W, height: 2 * MARGIN + rows * H };
}

// Where the camels of a stack stand in their square, from the bottom up: x, y of the feet, stretch, size of the letter.
function stackSlots(count, left) {
  const single = [[], [0.84, 0.84, 0, 30], [0.78, 0.74, 32, 27], [0.76, 0.69, 25, 25], [0.74, 0.64, 20, 23], [0.73, 0.6, 16, 20.5]];
  if (count === 0) return [];
  if (count < single.length) {
    const [kx, ky, step, size] = single[count];
    return Array.from({ length: count }, (_, i) => ({ x: W / 2, y: FLOOR - i * step, kx, ky, size }));
  }
  // a taller one goes up in two columns like bricks, which leaves each letter twice the height; the top camel stands away
  // from the number of the square
  const step = Math.min(13, (FLOOR - 9 - 35) / (count - 1));
  return Array.from({ length: count }, (_, i) => ({
    x: ((count - i) % 2 === 1) === left ? 29 : 71, y: FLOOR - i * step, kx: 0.52, ky: 0.56, size: Math.min(18, (2 * step) / 0.8),
  }));
}

function paddockSlots(count) {
  const columns = count <= 4 ? count : Math.ceil(count / Math.ceil(count / 5));
  const rows = Math.ceil(count / columns);
  const wide = Math.min(84, 272 / columns);
  return Array.from({ length: count }, (_, i) => ({
    x: 150 + ((i % columns) - (Math.min(columns, count - columns * Math.floor(i / columns)) - 1) / 2) * wide,
    y: 148 - (rows - 1 - Math.floor(i / columns)) * 64,
    kx: wide * 0.0092, ky: rows === 1 && columns < 5 ? 0.74 : 0.6, size: columns > 4 ? 20 : 24,
  }));
}

// ---------------------------------------------------------------- pieces

function camelNode(id) {
  const shape = make('g', { class: 'shape' }, [
    make('path', { class: 'body', d: CAMEL }),
    make('path', { class: 'hatch', d: CAMEL }),
    make('path', { class: 'sheen', d: CAMEL, fill: 'url(#sheen)' }),
  ]);
  const node = make('g', { class: 'camel', 'data-camel': id, tabindex: 0, role: 'button' }, [shape]);
  node.append(label(0, 0, id, { class: 'letter' }));
  return node;
}

// A tile of 88 x 46 about its own middle: a palm or the waves of hot air, and what it adds.
function tileArt(kind) {
  const parts = [
    make('rect', { class: `card ${kind}`, x: -43, y: -22, width: 86, height: 44, rx: 10 }),
  ];
  if (kind === 'o') {
    parts.push(
      make('path', { class: 'art', d: 'M-21 15 C-18 7 -19 0 -22 -5' }),
      make('path', { class: 'art', d: 'M-22 -6 C-28 -13 -34 -10 -36 -4 M-22 -6 C-17 -14 -10 -11 -8 -4 M-22 -6 C-26 -16 -32 -16 -35 -13'
        + ' M-22 -6 C-19 -16 -13 -17 -9 -13' }),
      make('path', { class: 'art', d: 'M-32 16 L-10 16' }),
    );
  } else {
    for (const y of [-9, 0, 9]) parts.push(make('path', { class: 'art', d: `M-37 ${y} q5 -7 10 0 t10 0 t10 0` }));
  }
  parts.push(label(19, 9, kind === 'o' ? '+1' : '\u22121', { class: 'plus' }));
  return parts;
}

// ---------------------------------------------------------------- the board

class Board {
  constructor(root) {
    this.root = root;
    this.box = root.querySelector('.board');
    this.data = null;
    this.trigger = () => {};
    this.selection = null;
    this.drag = null;
    this.queue = [];
    this.waiting = null;
    this.message = '';
    this.camels = new Map();
    this.strip = new Strip(this);
    this.notice = new Notice(root);
    this.listeners = null;
    this.afterDrag = false;
  }

  listen() {
    if (this.listeners) return;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const on = (target, type, handler, options = {}) => target.addEventListener(type, handler, { signal, ...options });
    on(this.box, 'click', (e) => this.onClick(e));
    on(this.box, 'keydown', (e) => this.onKey(e));
    on(this.box, 'pointerdown', (e) => this.onDown(e));
    on(this.strip.box, 'click', (e) => this.strip.onClick(e));
    on(this.box, 'focusin', () => this.onFocus());
    on(this.box, 'focusout', () => this.onFocus());
    // the rest of a drag may happen anywhere on the page
    on(window, 'pointermove', (e) => this.onMove(e));
    on(window, 'pointerup', (e) => this.onUp(e));
    on(window, 'pointercancel', (e) => this.drag?.pointer === e.pointerId && this.endDrag());
    on(window, 'keydown', (e) => e.key === 'Escape' && this.onEscape());
    // Safari scrolls in spite of touch-action on parts of a drawing
    on(this.box, 'touchmove', (e) => this.drag && e.cancelable && e.preventDefault(), { passive: false });
  }

  release() {
    this.endDrag();
    this.listeners?.abort();
    this.listeners = null;
  }

  // ------------------------------------------------------------ what the data says

  camelInfo(id) {
    return this.data.camels.find((camel) => camel.id === id);
  }

  stack(square) {
    return this.data.stacks.find(([other]) => other === square)?.[1] ?? '';
  }

  squareOf(id) {
    return this.data.stacks.find(([, camels]) => camels.includes(id))?.[0] ?? null;
  }

  tile(square) {
    return this.data.tiles.find(([other]) => other === square)?.[1] ?? null;
  }

  name(id) {
    return this.camelInfo(id).name;
  }

  // "green camel", but "camel 3" for one that is only numbered
  fullName(id) {
    const name = this.name(id);
    return name.startsWith('camel') ? name : `${name} camel`;
  }

  place(id) {
    const square = this.squareOf(id);
    if (square === null) return 'in the paddock';
    const camels = this.stack(square);
    return camels.length === 1
      ? `square ${square}, alone`
      : `square ${square}, ${ordinal(camels.indexOf(id) + 1)} from the bottom of ${camels.length}`;
  }

  // ------------------------------------------------------------ drawing

  update(data) {
    const before = this.data;
    const shown = before && this.snapshot();
    this.data = data;
    if (!before || before.track !== data.track) this.build();
    if (this.selection && !this.exists(this.selection)) this.selection = null;
    const answered = this.waiting && this.waiting.revision !== data.revision ? this.waiting : null;
    if (answered) this.settle();
    this.draw();
    this.notice.show(data.notice);
    if (answered) this.report(answered);
    // what was said of the last edit does not hold once a button has changed the board
    else if (before && shown !== this.snapshot()) this.say('');
    this.pump();
  }

  exists(piece) {
    if (piece.type === 'camel') return Boolean(this.camelInfo(piece.id));
    return piece.type === 'supply' || this.tile(piece.square) !== null;
  }

  build() {
    this.endDrag();
    this.camels.clear();
    const layout = ring(this.data.track);
    this.layout = layout;
    this.cells = layout.cells.slice(0, this.data.track);

    this.squares = this.cells.map((cell, i) => this.squareNode(cell, i + 1));
    this.paddock = make('g', { class: 'paddock', 'data-paddock': '', tabindex: 0, role: 'button' }, [
      make('rect', { class: 'ground', x: 12, y: 12, width: 276, height: 148, rx: 12 }),
    ]);
    this.supplies = ['o', 'm'].map((kind, i) => make('g', {
      class: 'supply', 'data-supply': kind, tabindex: 0, role: 'button', transform: this.inPanel(100 + 100 * i, 190),
      'aria-label': `${TILE[kind]} tile from the supply, ${kind === 'o' ? 'plus' : 'minus'} one`,
    }, tileArt(kind)));
    this.paddock.setAttribute('transform', this.inPanel(0, 0));

    this.layer = make('g');
    this.rings = make('g', { class: 'rings', 'aria-hidden': 'true' });
    this.ghosts = make('g', { class: 'ghosts' });
    this.svg = make('svg', {
      viewBox: `0 0 ${layout.width} ${layout.height}`, role: 'group',
      'aria-label': `Camel Up board, ${this.data.track} squares`,
    }, [this.defs(), this.centreNode(), this.layer, this.arrows(), this.rings, this.ghosts]);

    this.caption = document.createElement('p');
    this.caption.className = 'caption';
    this.caption.setAttribute('aria-hidden', 'true');
    this.help = document.createElement('p');
    this.help.className = 'help';
    this.help.setAttribute('role', 'status');
    this.help.setAttribute('aria-live', 'polite');
    this.overlay(this.caption, 20, 14, 260, 144);
    this.overlay(this.help, 8, 216, 284, 116);
    for (const part of [this.box, this.strip.box]) part.style.maxWidth = `${Math.max(640, layout.cols * 72)}px`;
    this.box.replaceChildren(this.svg, this.caption, this.help);
  }

  defs() {
    return make('defs', {}, [
      make('linearGradient', { id: 'sheen', x1: 0, y1: 0, x2: 0, y2: 1 }, [
        make('stop', { offset: 0, 'stop-color': '#fff', 'stop-opacity': 0.32 }),
        make('stop', { offset: 0.4, 'stop-color': '#fff', 'stop-opacity': 0 }),
        make('stop', { offset: 1, 'stop-color': '#000', 'stop-opacity': 0.2 }),
      ]),
      ...['#ffffff', '#222222'].map((colour, i) => make('pattern', {
        id: `hatch${i}`, width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)',
      }, [make('path', { d: 'M0 0 V7', stroke: colour, 'stroke-width': 2.6, 'stroke-opacity': 0.42 })])),
    ]);
  }

  squareNode(cell, number) {
    const numberAt = cell.left ? { x: W - 9, 'text-anchor': 'end' } : { x: 9 };
    const node = make('g', { class: 'square', 'data-square': number, tabindex: 0, role: 'button' }, [
      make('rect', { class: 'ground', x: 3, y: 3, width: W - 6, height: H - 6, rx: 9 }),
      make('path', { class: 'dune', d: `M14 ${H - 12} q18 -9 36 -2 t36 -3 M22 ${H - 22} q14 -5 28 -1` }),
      label(0, 22, String(number), { class: 'number', ...numberAt }),
      make('g', { class: 'laid' }),
    ]);
    node.setAttribute('transform', `translate(${cell.x} ${cell.y})`);
    return node;
  }

  // The middle of the board: sand, pyramids far off; paddock and supply are put over it.
  centreNode() {
    const { inner } = this.layout;
    const [x, y, w, h] = [inner.x + 4, inner.y + 4, inner.w - 8, inner.h - 8];
    const base = y + h - 8;
    const pyramid = (cx, half, height) => [
      make('path', { class: 'pyramid', d: `M${cx - half} ${base} L${cx} ${base - height} L${cx + half} ${base} Z` }),
      make('path', { class: 'pyramid shade', d: `M${cx + half * 0.3} ${base} L${cx} ${base - height} L${cx + half} ${base} Z` }),
    ];
    return make('g', { class: 'centre' }, [
      make('rect', { class: 'floor', x, y, width: w, height: h, rx: 14 }),
      ...pyramid(x + w * 0.7, w * 0.24, h * 0.27),
      ...pyramid(x + w * 0.3, w * 0.17, h * 0.18),
    ]);
  }

  // Chevrons from square to square, and the chequered line between the last square and the first.
  arrows() {
    const parts = [];
    for (let i = 0; i + 1 < this.cells.length; i += 1) {
      const [a, b] = [this.cells[i], this.cells[i + 1]];
      const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
      parts.push(make('path', {
        class: 'arrow', d: 'M-3 -6 L3 0 L-3 6',
        transform: `translate(${(a.x + b.x + W) / 2} ${(a.y + b.y + H) / 2}) rotate(${angle})`,
      }));
    }
    const all = this.layout.cells;
    parts.push(this.chequers(all[all.length - 1], all[0]));
    // with squares left blank the race ends before it is back at the start
    if (this.cells.length < all.length) parts.push(this.chequers(all[this.cells.length - 1], all[this.cells.length]));
    return make('g', { 'aria-hidden': 'true' }, parts);
  }

  chequers(from, to) {
    const upright = from.y === to.y;
    const long = (upright ? H : W) - 8;
    const count = 12;
    const field = long / count;
    const parts = [];
    for (let i = 0; i < count; i += 1) {
      for (const side of [0, 1]) {
        parts.push(make('rect', {
          class: (i + side) % 2 ? 'black' : 'white', x: (side - 1) * 6, y: i * field - long / 2, width: 6, height: field,
        }));
      }
    }
    parts.push(make('rect', { class: 'edge', x: -6, y: -long / 2, width: 12, height: long }));
    const middle = `translate(${(from.x + to.x + W) / 2} ${(from.y + to.y + H) / 2})`;
    return make('g', { class: 'finish', transform: upright ? middle : `${middle} rotate(90)` }, parts);
  }

  inPanel(x, y) {
    const { panel } = this.layout;
    return `translate(${panel.x + x * panel.scale} ${panel.y + y * panel.scale}) scale(${panel.scale})`;
  }

  // Text that wraps: an HTML paragraph over a part of the drawing.
  overlay(node, x, y, w, h) {
    const { panel, width, height } = this.layout;
    const percent = (part, whole) => `${((100 * part) / whole).toFixed(3)}%`;
    node.style.left = percent(panel.x + x * panel.scale, width);
    node.style.top = percent(panel.y + y * panel.scale, height);
    node.style.width = percent(w * panel.scale, width);
    node.style.height = percent(h * panel.scale, height);
  }

  draw() {
    const focused = this.focused();
    const order = [];
    this.squares.forEach((node, i) => {
      const square = i + 1;
      this.drawSquare(node, square);
      order.push(node);
      const camels = [...this.stack(square)];
      const cell = this.cells[i];
      const slots = stackSlots(camels.length, cell.left);
      camels.forEach((id, level) => order.push(this.drawCamel(id, slots[level], {
        square, left: cell.left, transform: `translate(${cell.x} ${cell.y})`,
      })));
    });
    order.push(this.paddock);
    const waiting = this.data.camels.map((camel) => camel.id).filter((id) => this.squareOf(id) === null);
    const slots = paddockSlots(waiting.length);
    waiting.forEach((id, i) => order.push(this.drawCamel(id, slots[i], { square: null, left: false, transform: this.inPanel(0, 0) })));
    order.push(...this.supplies);
    this.arrange(order);

    assign(this.paddock, { 'aria-label': `paddock, ${waiting.length ? waiting.map((id) => this.name(id)).join(', ') : 'empty'}` });
    this.drawCaption(waiting.length === 0);
    this.strip.draw();
    // a node that changed its place in the document has lost the focus
    if (focused && this.focused() !== focused && focused.isConnected) focused.focus({ preventScroll: true });
    this.markSelection();
    this.showHelp();
  }

  drawCaption(empty) {
    const title = document.createElement('b');
    title.textContent = 'Paddock';
    const text = document.createElement('span');
    text.textContent = empty ? 'Empty. Drop a camel here to take it off the board.' : ': camels not in this race';
    this.caption.classList.toggle('empty', empty);
    this.caption.replaceChildren(title, text);
  }

  focused() {
    const active = this.root.activeElement ?? document.activeElement;
    return active && this.box.contains(active) ? active : null;
  }

  drawSquare(node, square) {
    const tile = this.tile(square);
    const laid = node.querySelector('.laid');
    if (laid.dataset.kind !== (tile ?? '')) {
      laid.dataset.kind = tile ?? '';
      laid.replaceChildren();
      if (tile) {
        // above the tile, what a click on the square does next: turn it over, or take it off
        const next = tile === 'o' ? 'M42 44 a8 8 0 1 1 2.5 5 M40 37 l2 7 l7 -2' : 'M44 35 l12 12 M56 35 l-12 12';
        laid.append(make('path', { class: 'turn', d: next }));
        laid.append(make('g', { class: 'tile', 'data-tile': tile, transform: `translate(50 ${H - 31})` }, tileArt(tile)));
      }
    }
    const camels = [...this.stack(square)].map((id) => this.name(id));
    const holds = [...(tile ? [TILE[tile]] : []), ...camels];
    assign(node, { 'aria-label': `square ${square}, ${holds.join(', ') || 'empty'}${camels.length > 1 ? ', from the bottom up' : ''}` });
  }

  drawCamel(id, slot, { square, left, transform }) {
    const info = this.camelInfo(id);
    if (!this.camels.has(id)) this.camels.set(id, camelNode(id));
    const node = this.camels.get(id);
    const [shape, letter] = node.children;
    const [body, hatch] = shape.children;
    const turned = left !== Boolean(info.crazy);
    assign(node, {
      class: `camel${info.crazy ? ' crazy' : ''}`, transform: `${transform} translate(${slot.x} ${slot.y})`,
      'aria-label': `${this.fullName(id)}, ${this.place(id)}`,
    });
    if (square === null) node.removeAttribute('data-square');
    else assign(node, { 'data-square': square });
    assign(shape, { transform: `scale(${turned ? -slot.kx : slot.kx} ${slot.ky}) translate(-50 ${-BOX})` });
    assign(body, { fill: info.fill, stroke: info.ink });
    assign(hatch, { fill: info.crazy ? `url(#hatch${this.isPale(info.ink) ? 0 : 1})` : 'none' });
    assign(letter, {
      x: (turned ? 2.5 : -2.5) * slot.kx, y: -(BELLY * slot.ky + 2), 'font-size': slot.size, fill: info.ink,
      // keeps the letter of a hatched camel off its hatch
      stroke: info.crazy ? info.fill : 'none', 'stroke-width': 4, 'paint-order': 'stroke',
    });
    return node;
  }

  isPale(colour) {
    const match = /^#([0-9a-f])([0-9a-f])?([0-9a-f])/i.exec(colour);
    return Boolean(match) && parseInt(match[1], 16) > 7;
  }

  // Puts the nodes in this order, which is the order of the Tab key, and moves as few as that takes.
  arrange(order) {
    const wanted = new Set(order);
    for (const node of [...this.layer.children]) if (!wanted.has(node)) node.remove();
    let cursor = this.layer.firstChild;
    for (const node of order) {
      if (node === cursor) cursor = cursor.nextSibling;
      else this.layer.insertBefore(node, cursor);
    }
  }

  // ------------------------------------------------------------ selection and help

  nodeOf(piece) {
    if (piece.type === 'camel') return this.camels.get(piece.id);
    if (piece.type === 'supply') return this.supplies[piece.kind === 'o' ? 0 : 1];
    return this.squares[piece.square - 1].querySelector('[data-tile]');
  }

  pieceOf(node) {
    const found = node?.closest?.('[data-camel], [data-tile], [data-supply]');
    if (!found) return null;
    if (found.dataset.camel) return { type: 'camel', id: found.dataset.camel };
    if (found.dataset.supply) return { type: 'supply', kind: found.dataset.supply };
    return { type: 'tile', square: Number(found.closest('[data-square]').dataset.square) };
  }

  same(a, b) {
    return Boolean(a && b) && a.type === b.type && a.id === b.id && a.kind === b.kind && a.square === b.square;
  }

  select(piece) {
    this.selection = piece;
    this.message = '';
    this.markSelection();
    this.showHelp();
  }

  markSelection() {
    const chosen = this.selection && this.nodeOf(this.selection);
    for (const node of [...this.camels.values(), ...this.supplies]) {
      node.classList.toggle('selected', node === chosen);
      assign(node, { 'aria-pressed': String(node === chosen) });
    }
    for (const node of this.layer.querySelectorAll('[data-tile]')) node.classList.toggle('selected', node === chosen);
    this.svg.classList.toggle('choosing', Boolean(chosen));
    this.drawRings();
  }

  // The outlines of the selected and the focused piece, over the drawing: in a stack a camel hides much of the one below.
  drawRings() {
    const focus = this.focused();
    const ringed = focus?.matches(':focus-visible') ? this.pieceOf(focus) : null;
    const rings = [[ringed, 'focused'], [this.selection, 'chosen']].filter(([piece]) => piece);
    this.rings.replaceChildren(...rings.map(([piece, name]) => this.ring(this.nodeOf(piece), name)));
  }

  ring(node, name) {
    const camel = node.querySelector('.shape');
    const outline = (layer) => camel
      ? make('path', { class: `ring ${layer}`, d: CAMEL, transform: camel.getAttribute('transform') })
      : make('rect', { class: `ring ${layer}`, x: -44, y: -23, width: 88, height: 46, rx: 11 });
    const own = make('g', { transform: node.getAttribute('transform') }, [outline('under'), outline('over')]);
    const square = node.closest('.square');
    return make('g', { class: name, transform: square ? square.getAttribute('transform') : '' }, [own]);
  }

  say(message) {
    this.message = message;
    this.showHelp();
  }

  showHelp() {
    if (!this.help) return;
    const text = this.helpText();
    // the same text again would be read out again
    if (this.help.textContent !== text) this.help.textContent = text;
  }

  helpText() {
    const chosen = this.selection;
    if (chosen?.type === 'camel') {
      const off = this.squareOf(chosen.id) === null ? '' : ', or the paddock to take it off';
      return `${capital(this.name(chosen.id))} selected: choose a square${off}.`;
    }
    if (chosen?.type === 'tile') {
      return `${capital(TILE[this.tile(chosen.square)])} on ${chosen.square} selected: choose a square, or the paddock to take it off.`;
    }
    if (chosen) return `${capital(TILE[chosen.kind])} selected: choose an empty square.`;
    if (this.message) return this.message;
    const focus = this.focused();
    if (focus?.matches(':focus-visible')) {
      if (focus.dataset.camel) return '\u2190 \u2192 move along, \u2191 \u2193 in the stack, Enter selects, Delete takes off.';
      if (focus.dataset.square) return 'o lays an oasis, m a mirage, Delete takes the tile off.';
    }
    return 'Drag a camel, or click it and then a square. Click an empty square to lay a tile.';
  }

  // ------------------------------------------------------------ edits

  // One edit at a time: the server would keep only the last of two that arrive together. A step made by key is worked out
  // when its turn comes, from where the camel then stands.
  send(edit) {
    this.message = '';
    if (this.queue.length < MAX_QUEUE) this.queue.push(typeof edit === 'function' ? edit : () => edit);
    this.pump();
  }

  pump() {
    while (!this.waiting && this.queue.length) {
      const edit = this.queue.shift()();
      if (!edit) continue;
      const timer = setTimeout(() => { this.settle(); this.pump(); }, ANSWER_MS);
      this.waiting = { revision: this.data.revision, edit, board: this.snapshot(), timer };
      this.trigger(edit);
    }
  }

  settle() {
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
  }

  snapshot() {
    return JSON.stringify([this.data.stacks, this.data.tiles, this.data.dice]);
  }

  report({ edit, board }) {
    // what was pressed may have changed nothing, as a new leg in a new leg
    if (edit.kind in PRESSED || edit.kind === 'ticket') return;
    if (this.snapshot() === board) this.say('Not possible: the board stays as it was.');
    else if (edit.camel && this.camelInfo(edit.camel)) this.say(`${capital(this.name(edit.camel))}: ${this.place(edit.camel)}.`);
    else if (edit.kind === 'roll') this.say(`Rolled ${edit.face} on the ${this.strip.dieName(edit.die)} die.`);
    else if (edit.kind === 'tile_off') this.say(`Tile taken off square ${edit.square}.`);
    else {
      const square = edit.to ?? edit.square;
      if (this.tile(square)) this.say(`${capital(TILE[this.tile(square)])} on square ${square}.`);
    }
  }

  layTile(square, kind, from = null) {
    if (square < this.data.first_tile_square) {
      this.say(`No tile may lie before square ${this.data.first_tile_square}.`);
    } else if (from === null) {
      this.send({ kind: 'tile', square, tile: kind });
    } else {
      this.send({ kind: 'tile_move', from, to: square });
    }
  }

  putOnSquare(piece, square) {
    if (piece.type === 'supply') this.layTile(square, piece.kind);
    else if (piece.type === 'tile') piece.square === square || this.layTile(square, null, piece.square);
    else if (this.stack(square).at(-1) !== piece.id) this.send({ kind: 'camel', camel: piece.id, square, level: null });
  }

  putInCentre(piece) {
    if (piece.type === 'tile') this.send({ kind: 'tile_off', square: piece.square });
    else if (piece.type === 'camel' && this.squareOf(piece.id) !== null) this.send({ kind: 'camel_off', camel: piece.id });
  }

  putAtLevel(id, level) {
    const square = this.squareOf(id);
    const now = this.stack(square).indexOf(id);
    if (level !== now) this.send({ kind: 'camel', camel: id, square, level });
  }

  cycleTile(square) {
    if (this.stack(square)) this.say(`Square ${square} holds camels: no tile there.`);
    else if (this.tile(square) === 'm') this.send({ kind: 'tile_off', square });
    else this.layTile(square, this.tile(square) === 'o' ? 'm' : 'o');
  }

  // ------------------------------------------------------------ click

  onClick(e) {
    if (this.afterDrag) {
      this.afterDrag = false;
      return;
    }
    const piece = this.pieceOf(e.target);
    const square = e.target.closest('[data-square]');
    if (piece && this.clickPiece(piece)) return;
    if (square) this.clickSquare(Number(square.dataset.square));
    else if (e.target.closest('[data-paddock]')) this.clickPaddock();
  }

  // true if the click was about the piece, not about the square it lies on
  clickPiece(piece) {
    const chosen = this.selection;
    if (this.same(chosen, piece)) this.select(null);
    else if (chosen?.type === 'camel' && piece.type === 'camel') this.putOnCamel(chosen, piece.id);
    else if (chosen && piece.type === 'tile') return false;
    else this.select(piece);
    return true;
  }

  putOnCamel(chosen, id) {
    const square = this.squareOf(id);
    if (square === this.squareOf(chosen.id)) {
      if (square === null) {
        this.select({ type: 'camel', id });
        return;
      }
      const rest = this.stack(square).replace(chosen.id, '');
      this.select(null);
      this.putAtLevel(chosen.id, rest.indexOf(id) + 1);
    } else {
      this.select(null);
      if (square === null) this.putInCentre(chosen);
      else this.putOnSquare(chosen, square);
    }
  }

  clickSquare(square) {
    const chosen = this.selection;
    if (!chosen) {
      this.cycleTile(square);
      return;
    }
    this.select(null);
    this.putOnSquare(chosen, square);
  }

  clickPaddock() {
    const chosen = this.selection;
    if (!chosen) return;
    this.select(null);
    this.putInCentre(chosen);
  }

  // ------------------------------------------------------------ drag

  onDown(e) {
    this.afterDrag = false;
    if (this.drag || e.button !== 0 || !e.isPrimary) return;
    const piece = this.pieceOf(e.target);
    if (piece) this.drag = { piece, pointer: e.pointerId, x: e.clientX, y: e.clientY, ghost: null, node: this.nodeOf(piece) };
  }

  point(e) {
    const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x, y };
  }

  onMove(e) {
    const { drag } = this;
    if (!drag || drag.pointer !== e.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < CLICK_PIXELS) return;
      this.startDrag();
    }
    const at = this.point(e);
    drag.ghost.setAttribute('transform', `translate(${at.x - drag.from.x} ${at.y - drag.from.y})`);
    this.highlight(this.targetAt(at));
  }

  startDrag() {
    const { drag } = this;
    this.select(null);
    drag.from = this.point({ clientX: drag.x, clientY: drag.y });
    // where the piece lies in the drawing, whatever groups it is in
    const place = this.svg.getScreenCTM().inverse().multiply(drag.node.getScreenCTM());
    const copy = drag.node.cloneNode(true);
    for (const name of [...copy.getAttributeNames()]) if (!['class'].includes(name)) copy.removeAttribute(name);
    copy.setAttribute('transform', `matrix(${place.a} ${place.b} ${place.c} ${place.d} ${place.e} ${place.f})`);
    drag.ghost = make('g', { class: 'ghost', 'aria-hidden': 'true' }, [copy]);
    drag.shift = { x: place.e - drag.from.x, y: place.f - drag.from.y };
    this.ghosts.replaceChildren(drag.ghost);
    drag.node.classList.add('lifted');
    this.svg.classList.add('dragging');
  }

  // a square, the centre, or nothing
  targetAt({ x, y }) {
    const cell = this.cells.findIndex((c) => x >= c.x && x < c.x + W && y >= c.y && y < c.y + H);
    if (cell >= 0) return { square: cell + 1 };
    const { inner } = this.layout;
    const inside = x >= inner.x && x < inner.x + inner.w && y >= inner.y && y < inner.y + inner.h;
    return inside ? { centre: true } : null;
  }

  highlight(target) {
    const over = target?.centre ? this.paddock : target && this.squares[target.square - 1];
    for (const node of [...this.squares, this.paddock]) node.classList.toggle('over', node === over);
  }

  onUp(e) {
    const { drag } = this;
    if (!drag || drag.pointer !== e.pointerId) return;
    const dragged = drag.ghost !== null;
    const at = dragged && this.point(e);
    this.endDrag();
    if (!dragged) return;
    // the click that follows the release is part of the drag
    this.afterDrag = true;
    setTimeout(() => { this.afterDrag = false; }, 0);
    const target = this.targetAt(at);
    if (!target || !this.exists(drag.piece)) return;
    if (target.centre) this.putInCentre(drag.piece);
    else if (drag.piece.type === 'camel' && this.squareOf(drag.piece.id) === target.square) {
      this.putAtLevel(drag.piece.id, this.nearestLevel(target.square, { x: at.x + drag.shift.x, y: at.y + drag.shift.y }));
    } else this.putOnSquare(drag.piece, target.square);
  }

  // in its own stack a camel goes to the height at which it was let go
  nearestLevel(square, feet) {
    const cell = this.cells[square - 1];
    const slots = stackSlots(this.stack(square).length, cell.left);
    const far = slots.map((slot) => Math.hypot(cell.x + slot.x - feet.x, cell.y + slot.y - feet.y));
    return far.indexOf(Math.min(...far));
  }

  endDrag() {
    if (!this.drag) return;
    this.drag.node.classList.remove('lifted');
    this.drag = null;
    this.ghosts.replaceChildren();
    this.svg.classList.remove('dragging');
    this.highlight(null);
  }

  // ------------------------------------------------------------ keys

  onFocus() {
    if (!this.data) return;
    this.drawRings();
    this.showHelp();
  }

  onEscape() {
    if (this.drag?.ghost) {
      this.endDrag();
      this.afterDrag = true;
    } else if (this.selection) this.select(null);
  }

  onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { target } = e;
    let handled = false;
    if (e.key === 'Enter' || e.key === ' ') {
      handled = true;
      // a key that is held down would select and deselect in turn
      if (!e.repeat) this.activate(target);
    } else if (target.dataset.camel) handled = this.camelKey(target.dataset.camel, e);
    else if (target.dataset.square) handled = this.squareKey(Number(target.dataset.square), e.key);
    if (!handled) return;
    e.preventDefault();
    e.stopPropagation();
  }

  activate(target) {
    if (target.dataset.camel || target.dataset.supply) this.clickPiece(this.pieceOf(target));
    else if (target.dataset.square) this.clickSquare(Number(target.dataset.square));
    else if (target.dataset.paddock !== undefined) this.clickPaddock();
  }

  camelKey(id, e) {
    if (!['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'Delete', 'Backspace'].includes(e.key)) return false;
    // while a key is held down, steps must not pile up
    if (!e.repeat || this.queue.length < 2) this.send(() => this.camelStep(id, e.key));
    return true;
  }

  camelStep(id, key) {
    if (!this.camelInfo(id)) return null;
    const square = this.squareOf(id);
    const to = (number) => ({ kind: 'camel', camel: id, square: number, level: null });
    if (square === null) return key === 'ArrowRight' || key === 'Home' ? to(1) : null;
    if (key === 'Delete' || key === 'Backspace') return { kind: 'camel_off', camel: id };
    if (key === 'Home') return this.stack(1).at(-1) === id ? null : to(1);
    if (key === 'ArrowRight') return square < this.data.track ? to(square + 1) : null;
    if (key === 'ArrowLeft') return square > 1 ? to(square - 1) : null;
    const camels = this.stack(square);
    const level = camels.indexOf(id) + (key === 'ArrowUp' ? 1 : -1);
    return level >= 0 && level < camels.length ? { kind: 'camel', camel: id, square, level } : null;
  }

  squareKey(square, key) {
    if (key === 'o' || key === 'm') this.layTile(square, key);
    else if (key === 'Delete' || key === 'Backspace') {
      if (this.tile(square)) this.send({ kind: 'tile_off', square });
    } else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      this.squares[square - 1 + (key === 'ArrowRight' ? 1 : -1)]?.focus();
    } else return false;
    return true;
  }
}

// ---------------------------------------------------------------- the dice and the buttons

class Strip {
  constructor(board) {
    this.board = board;
    this.box = document.createElement('div');
    this.box.className = 'strip';
    this.hint = document.createElement('p');
    this.hint.textContent = 'Tap the number that came up, and the board plays it; tap a die to take it out of the pyramid or put it back.';
    this.dice = document.createElement('div');
    this.dice.className = 'dice';
    this.buttons = document.createElement('div');
    this.buttons.className = 'pressed';
    for (const [kind, words] of Object.entries(PRESSED)) {
      this.buttons.append(button({ 'data-press': kind, ...(WHY[kind] && { title: WHY[kind] }) }, words));
    }
    this.makeTickets();
    this.box.append(this.hint, this.dice, this.stall, this.buttons);
    board.box.after(this.box);
    this.shown = '';
  }

  get data() {
    return this.board.data;
  }

  // The leg tickets on offer: a switch that says who takes the one that is tapped, and who has taken which.
  makeTickets() {
    this.stall = document.createElement('div');
    this.stall.className = 'stall';
    const offer = document.createElement('p');
    this.takers = [button({ 'data-taker': 'held' }, 'I take'), button({ 'data-taker': 'gone' }, 'another takes')];
    this.taker = 'held';
    const takers = document.createElement('span');
    takers.className = 'takers';
    assign(takers, { role: 'group', 'aria-label': 'Who takes the leg ticket' });
    takers.append(...this.takers);
    offer.append('Leg tickets that ', takers, ':');
    this.tickets = document.createElement('div');
    this.tickets.className = 'dice';
    this.taken = document.createElement('p');
    assign(this.taken, { role: 'status' });
    this.stall.append(offer, this.tickets, this.taken);
    this.onOffer = '';
  }

  drawTickets() {
    const { tickets, held, gone } = this.data;
    this.stall.hidden = !tickets.length;
    const ids = tickets.map((ticket) => ticket.id).join();
    if (ids !== this.onOffer) this.tickets.replaceChildren(...tickets.map((ticket) => this.ticketNode(ticket)));
    this.onOffer = ids;
    tickets.forEach(({ name, next }, i) => {
      const node = this.tickets.children[i];
      node.lastChild.textContent = next || '–';
      const whose = this.taker === 'held' ? 'I take' : 'Another takes';
      // not disabled: the keyboard would lose its place
      assign(node, { 'aria-disabled': !next, 'aria-label': next ? `${whose} the ${next} ticket on ${name}` : `No ticket left on ${name}` });
    });
    for (const node of this.takers) assign(node, { 'aria-pressed': node.dataset.taker === this.taker });
    const taken = [held && `You hold ${held}.`, gone && `Others hold ${gone}.`].filter(Boolean).join(' ');
    if (this.taken.textContent !== taken) this.taken.textContent = taken;
    this.taken.hidden = !taken;
  }

  ticketNode({ id, fill, ink }) {
    const node = button({ class: 'ticket', 'data-ticket': id }, '');
    const [camel, coins] = [document.createElement('b'), document.createElement('span')];
    camel.textContent = id;
    node.append(camel, coins);
    node.style.setProperty('--fill', fill);
    node.style.setProperty('--ink', ink);
    return node;
  }

  die(id) {
    return this.data.dice.find((die) => die.id === id);
  }

  dieName(id) {
    return this.die(id)?.name ?? id;
  }

  draw() {
    const focused = this.box.getRootNode().activeElement;
    const { dice, can_roll: canRoll, can_undo: canUndo } = this.data;
    // what stays keeps its node, and so the focus
    const shown = JSON.stringify(dice.map((die) => [die.id, die.faces]));
    if (shown !== this.shown) this.dice.replaceChildren(...dice.map((die) => this.dieNode(die)));
    this.shown = shown;
    this.hint.hidden = !dice.length;
    dice.forEach((die, i) => {
      const [own, ...faces] = this.dice.children[i].children;
      assign(own, { 'aria-pressed': die.in });
      for (const face of faces) face.disabled = !(canRoll && die.in);
      this.dice.children[i].classList.toggle('out', !die.in);
    });
    this.drawTickets();
    assign(this.buttons.querySelector('[data-press="undo"]'), { 'aria-disabled': !canUndo });
    // the keyboard keeps its place, on the die that was rolled
    if (this.box.contains(focused) && focused.disabled) focused.parentElement.firstChild.focus();
  }

  dieNode(die) {
    const group = document.createElement('div');
    group.className = 'die';
    assign(group, { role: 'group', 'aria-label': `${capital(die.name)} die` });
    const own = button({ 'data-die': die.id, 'aria-label': `${capital(die.name)} die in the pyramid` }, die.id);
    own.style.setProperty('--fill', die.fill);
    own.style.setProperty('--ink', die.ink);
    const faces = die.faces.map((face) => button({ 'data-roll': die.id, 'data-face': face, 'aria-label': `Roll ${die.name} ${face}` }, face));
    group.append(own, ...faces);
    return group;
  }

  // An event is worked out when its turn comes, from the dice that are then in the pyramid: who clicks twice in haste rolls once.
  onClick(e) {
    const { press, die, roll, face, taker, ticket } = e.target.closest('button')?.dataset ?? {};
    if (taker) {
      this.taker = taker;
      this.drawTickets();
    } else if (ticket) this.take(ticket);
    else if (press) this.press(press);
    else if (die) this.board.send(() => this.die(die) && { kind: 'die', die, on: !this.die(die).in });
    else if (roll) this.board.send(() => this.die(roll)?.in && { kind: 'roll', die: roll, face });
  }

  // each tap takes one more, also while the answer to the last is under way; for whom is said as it is tapped
  take(camel) {
    const mine = this.taker === 'held';
    this.board.send(() => {
      const coins = this.data.tickets.find((ticket) => ticket.id === camel)?.next;
      return coins && { kind: 'ticket', camel, coins, mine };
    });
  }

  // what can be undone is what was done when its turn comes
  press(kind) {
    this.board.send(() => (kind !== 'undo' || this.data.can_undo) && { kind });
  }
}
