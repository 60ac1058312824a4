// The Camel Up board: a ring of squares with camels and tiles to click, drag or move by keyboard, and a table below it. It sends
// its events to the server one at a time, and moves a piece only when the server has answered.

const CLICK_PIXELS = 6;        // A pointer that moves less than this has clicked.

export default (component) => show(Board, component);

class Board extends BoardSelection {
  constructor(root) {
    super(root);
    this.selection = null;
    this.best = null;          // the advised event
    this.drag = null;
    this.sentFrom = '';        // the board when the last event was sent
    this.message = '';
    this.camels = new Map();
    this.table = new Table(this);
    this.fan = new Fan(this);
    this.pointerType = '';     // of the last press
    this.ignoresClick = false;
  }

  listen(signal) {
    super.listen(signal);
    signal.addEventListener('abort', () => this.endDrag());
    const addListener = (target, type, handler, options = {}) => target.addEventListener(type, handler, { signal, ...options });
    addListener(this.box, 'pointerdown', (e) => this.onDown(e));
    addListener(this.table.box, 'click', (e) => this.table.onClick(e));
    addListener(this.box, 'focusin', () => this.onFocus());
    addListener(this.box, 'focusout', () => this.onFocus());
    // A drag can continue and end anywhere on the page.
    addListener(window, 'pointermove', (e) => this.onMove(e));
    addListener(window, 'pointerup', (e) => this.onUp(e));
    addListener(window, 'pointercancel', (e) => this.drag?.pointer === e.pointerId && this.endDrag());
    addListener(window, 'keydown', (e) => e.key === 'Escape' && this.onEscape());
    // Before Streamlit, which has shortcuts for some letters.
    addListener(window, 'keydown', (e) => onPageKey(this, e), { capture: true });
    // Safari ignores touch-action on parts of an SVG and would scroll.
    addListener(this.box, 'touchmove', (e) => this.drag && e.cancelable && e.preventDefault(), { passive: false });
  }

  update(data) {
    const before = this.data;
    const snapshot = before && this.snapshot();
    this.data = data;
    if (!before || before.track !== data.track) this.build();
    if (this.selection && !this.exists(this.selection)) this.selection = null;
    this.fan.close();
    const answered = this.events.receive(data.revision);
    this.draw();
    if (answered) this.report(answered);
    // A message about the last event is outdated once another part of the page has changed the board.
    else if (before && snapshot !== this.snapshot()) this.say('');
    if (before && before.edition !== data.edition) rememberEdition(data.edition);
    recallEdition(this);
    this.events.sendNext();
  }

  markBest(event) {
    // The visitor's advice says nothing about the move of another player.
    this.best = this.data.turn === 0 ? event : null;
    this.draw();
  }

  // ------------------------------------------------------------ events

  // Queue an event, or a function that computes it when it is sent, for example from where a camel stands then.
  send(event) {
    this.message = '';
    this.events.push(() => {
      const next = typeof event === 'function' ? event() : event;
      if (next) this.sentFrom = this.snapshot();
      return next;
    });
  }

  snapshot() {
    return JSON.stringify([this.data.stacks, this.data.tiles, this.data.dice]);
  }

  report(event) {
    if (['ticket', 'race_bet', 'partner', 'correct', 'tile_owner', 'set', 'undo'].includes(event.kind)) return;
    if (this.snapshot() === this.sentFrom) this.say('Not possible: the board was not changed.');
    else if (event.camel && this.camelInfo(event.camel)) this.say(`${capital(this.name(event.camel))}: ${this.place(event.camel)}.`);
    else if (event.kind === 'roll') this.say(this.table.rolled(event));
    else if (event.kind === 'tile_off') this.say(`Tile removed from square ${event.square}.`);
    else {
      const square = event.to ?? event.square;
      if (this.tile(square)) this.say(`${capital(this.ownedTileName(square))} on square ${square}.`);
    }
  }

  placeTile(square, kind, from = null) {
    if (square < this.data.first_tile_square) {
      this.say(`A tile can't be placed before square ${this.data.first_tile_square}.`);
    } else if (from === null) {
      this.send({ kind: 'tile', square, tile: kind });
    } else {
      this.send({ kind: 'tile_move', from, to: square });
    }
  }

  putOnSquare(piece, square) {
    if (piece.type === 'supply') this.placeTile(square, piece.kind);
    else if (piece.type === 'tile') piece.square === square || this.placeTile(square, null, piece.square);
    else if (this.stack(square).at(-1) !== piece.id) this.send({ kind: 'camel', camel: piece.id, square, level: null });
  }

  putInCentre(piece) {
    if (piece.type === 'tile') this.send({ kind: 'tile_off', square: piece.square });
    else if (piece.type === 'camel' && this.squareOf(piece.id) !== null) this.send({ kind: 'camel_off', camel: piece.id });
  }

  putAtLevel(id, level) {
    const square = this.squareOf(id);
    const currentLevel = this.stack(square).indexOf(id);
    if (level !== currentLevel) this.send({ kind: 'camel', camel: id, square, level });
  }

  cycleTile(square) {
    if (this.stack(square)) this.say(`Square ${square} has camels. A tile needs an empty square.`);
    else if (this.tile(square) === 'm') this.send({ kind: 'tile_off', square });
    else this.placeTile(square, this.tile(square) === 'o' ? 'm' : 'o');
  }

  // ------------------------------------------------------------ click

  onClick(e) {
    if (this.ignoresClick) {
      this.ignoresClick = false;
      return;
    }
    const piece = this.pieceOf(e.target);
    if (this.fan.isOpen) {
      this.fan.close();
      // A tap next to the fan only closes it.
      if (e.target.dataset.pick) this.clickPiece({ type: 'camel', id: e.target.dataset.pick });
      return;
    }
    if (this.pointerType === 'touch' && this.fan.opensFor(piece)) {
      this.fan.open(this.squareOf(piece.id));
      return;
    }
    const square = e.target.closest('[data-square]');
    // The second tap would turn the tile that the first one has placed.
    if (square && !piece && !this.selection && isTappedAgain(square.dataset.square, e)) return;
    this.activate(e.target);
  }

  activate(target) {
    const piece = this.pieceOf(target);
    if (piece && this.clickPiece(piece)) return;
    const square = target.closest('[data-square]');
    if (square) this.clickSquare(Number(square.dataset.square));
    else if (target.closest('[data-paddock]')) this.clickPaddock();
  }

  // Handle a click on a piece; return false if it is a click on the square under the piece.
  clickPiece(piece) {
    const { selection } = this;
    if (JSON.stringify(selection) === JSON.stringify(piece)) {
      this.select(null);
      if (piece.type === 'tile') this.placeTile(piece.square, this.tile(piece.square) === 'o' ? 'm' : 'o');
    } else if (selection?.type === 'camel' && piece.type === 'camel') this.putOnCamel(selection, piece.id);
    else if (selection && piece.type === 'tile') return false;
    else this.select(piece);
    return true;
  }

  putOnCamel(piece, id) {
    const square = this.squareOf(id);
    if (square === this.squareOf(piece.id)) {
      if (square === null) {
        this.select({ type: 'camel', id });
        return;
      }
      const rest = this.stack(square).replace(piece.id, '');
      this.select(null);
      this.putAtLevel(piece.id, rest.indexOf(id) + 1);
    } else {
      this.select(null);
      if (square === null) this.putInCentre(piece);
      else this.putOnSquare(piece, square);
    }
  }

  clickSquare(square) {
    const { selection } = this;
    if (selection) {
      this.select(null);
      this.putOnSquare(selection, square);
    } else if (this.inPaddock.length) this.say('Tap a camel first, or a tile.');
    else this.cycleTile(square);
  }

  clickPaddock() {
    const { selection } = this;
    if (!selection) return;
    this.select(null);
    this.putInCentre(selection);
  }

  // ------------------------------------------------------------ drag

  onDown(e) {
    this.ignoresClick = false;
    this.pointerType = e.pointerType;
    if (this.drag || e.button !== 0 || !e.isPrimary) return;
    const piece = this.pieceOf(e.target);
    if (piece) this.drag = { piece, pointer: e.pointerId, x: e.clientX, y: e.clientY, ghost: null, node: this.nodeOf(piece) };
  }

  point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  onMove(e) {
    const { drag } = this;
    if (!drag || drag.pointer !== e.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < CLICK_PIXELS) return;
      this.startDrag();
    }
    const point = this.point(e);
    drag.ghost.setAttribute('transform', `translate(${point.x - drag.from.x} ${point.y - drag.from.y})`);
    this.highlight(this.targetAt(point));
  }

  startDrag() {
    const { drag } = this;
    this.select(null);
    drag.from = this.point({ clientX: drag.x, clientY: drag.y });
    // The transform from the piece to the drawing, through all groups that contain the piece.
    const matrix = this.svg.getScreenCTM().inverse().multiply(drag.node.getScreenCTM());
    const copy = drag.node.cloneNode(true);
    for (const name of [...copy.getAttributeNames()]) if (name !== 'class') copy.removeAttribute(name);
    copy.setAttribute('transform', `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`);
    drag.ghost = make('g', { class: 'ghost', 'aria-hidden': 'true' }, [copy]);
    drag.shift = { x: matrix.e - drag.from.x, y: matrix.f - drag.from.y };
    this.ghosts.replaceChildren(drag.ghost);
    drag.node.classList.add('lifted');
    this.svg.classList.add('dragging');
  }

  // Return the square or the centre at a point, or null.
  targetAt({ x, y }) {
    const cell = this.cells.findIndex((c) => x >= c.x && x < c.x + W && y >= c.y && y < c.y + H);
    if (cell >= 0) return { square: cell + 1 };
    const { inner } = this.layout;
    const inside = x >= inner.x && x < inner.x + inner.w && y >= inner.y && y < inner.y + inner.h;
    return inside ? { centre: true } : null;
  }

  highlight(target) {
    const targetNode = target?.centre ? this.paddock : target && this.squares[target.square - 1];
    for (const node of [...this.squares, this.paddock]) node.classList.toggle('over', node === targetNode);
  }

  onUp(e) {
    const { drag } = this;
    if (!drag || drag.pointer !== e.pointerId) return;
    const hasMoved = drag.ghost !== null;
    const point = hasMoved && this.point(e);
    this.endDrag();
    if (!hasMoved) return;
    // The click event that follows the release is part of the drag.
    this.ignoresClick = true;
    setTimeout(() => { this.ignoresClick = false; }, 0);
    const target = this.targetAt(point);
    if (!target || !this.exists(drag.piece)) return;
    if (target.centre) this.putInCentre(drag.piece);
    else if (drag.piece.type === 'camel' && this.squareOf(drag.piece.id) === target.square) {
      this.putAtLevel(drag.piece.id, this.nearestLevel(target.square, { x: point.x + drag.shift.x, y: point.y + drag.shift.y }));
    } else this.putOnSquare(drag.piece, target.square);
  }

  // Return the level of a stack that is closest to the feet of a camel dropped on it.
  nearestLevel(square, feet) {
    const cell = this.cells[square - 1];
    const slots = stackSlots(this.stack(square).length, cell.left);
    const distances = slots.map((slot) => Math.hypot(cell.x + slot.x - feet.x, cell.y + slot.y - feet.y));
    return distances.indexOf(Math.min(...distances));
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
      this.ignoresClick = true;
    } else if (this.fan.isOpen) this.fan.close();
    else if (this.selection) this.select(null);
    else this.table.ledger.close();
  }

  onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { camel, square } = e.target.dataset;
    if (e.key === 'Enter' || e.key === ' ') {
      // A key that is held down would select and deselect the piece again and again.
      if (!e.repeat) this.activate(e.target);
    } else if (!(camel ? this.camelKey(camel, e) : square && this.squareKey(Number(square), e.key))) return;
    e.preventDefault();
    e.stopPropagation();
  }

  camelKey(id, e) {
    if (!['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'Delete', 'Backspace'].includes(e.key)) return false;
    // While a key is held down, only a few steps wait in the queue.
    if (!e.repeat || this.events.waiting.length < 2) this.send(() => this.camelStep(id, e.key));
    return true;
  }

  camelStep(id, key) {
    if (!this.camelInfo(id)) return null;
    const square = this.squareOf(id);
    const moveTo = (number) => ({ kind: 'camel', camel: id, square: number, level: null });
    if (square === null) return key === 'ArrowRight' || key === 'Home' ? moveTo(1) : null;
    if (key === 'Delete' || key === 'Backspace') return { kind: 'camel_off', camel: id };
    if (key === 'Home') return this.stack(1).at(-1) === id ? null : moveTo(1);
    if (key === 'ArrowRight') return square < this.data.track ? moveTo(square + 1) : null;
    if (key === 'ArrowLeft') return square > 1 ? moveTo(square - 1) : null;
    const camels = this.stack(square);
    const level = camels.indexOf(id) + (key === 'ArrowUp' ? 1 : -1);
    return level >= 0 && level < camels.length ? { kind: 'camel', camel: id, square, level } : null;
  }

  squareKey(square, key) {
    if (key === 'o' || key === 'm') this.placeTile(square, key);
    else if (key === 'Delete' || key === 'Backspace') {
      if (this.tile(square)) this.send({ kind: 'tile_off', square });
    } else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      this.squares[square - 1 + (key === 'ArrowRight' ? 1 : -1)]?.focus();
    } else return false;
    return true;
  }
}
