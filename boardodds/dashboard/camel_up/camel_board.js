// The Camel Up board: a ring of squares with camels and tiles to click, drag or move by keyboard, and below it the controls. Its
// events are sent to the server one at a time; a piece stays where it is until the server has moved it.

const CLICK_PIXELS = 6;        // a pointer that moves less is a click
const MAX_QUEUE = 60;

export default (component) => show(Board, component);

class Board extends BoardSelection {
  constructor(root) {
    super();
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
    this.controls = new Controls(this);
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
    on(this.controls.box, 'click', (e) => this.controls.onClick(e));
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
    else if (edit.kind === 'roll') this.say(`Rolled ${edit.face} on the ${this.controls.dieName(edit.die)} die.`);
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
