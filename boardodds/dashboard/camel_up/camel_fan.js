// A tapped stack, fanned out in the middle of the board, so that a finger can pick each of its camels.

class Fan {
  constructor(board) {
    this.board = board;
    this.box = document.createElement('div');
    this.box.className = 'fan';
    assign(this.box, { role: 'group' });
    this.close();
  }

  get isOpen() {
    return !this.box.hidden;
  }

  // Return whether a tap on a piece opens the fan: on a stack, unless it puts the selected camel of another square there.
  opensFor(piece) {
    const { board } = this;
    if (piece?.type !== 'camel') return false;
    const square = board.squareOf(piece.id);
    const isStack = square !== null && board.stack(square).length > 1;
    return isStack && (!board.selection || board.squareOf(board.selection.id) === square);
  }

  open(square) {
    const { board } = this;
    const caption = document.createElement('p');
    caption.textContent = board.selection
      ? `Tap the camel that carries ${board.name(board.selection.id)}.`
      : `Square ${square}, from the bottom up. Tap a camel.`;
    const camels = document.createElement('div');
    camels.append(...[...board.stack(square)].map((id) => this.camel(board.camelInfo(id))));
    this.box.replaceChildren(camels, caption);
    assign(this.box, { 'aria-label': `Stack on square ${square}` });
    this.square = square;
    this.box.hidden = false;
  }

  camel({ id, name, letter, fill, ink }) {
    return tinted(button({ 'data-pick': id, 'aria-label': `Pick ${name}` }, letter || name), { fill, ink });
  }

  close() {
    this.box.hidden = true;
  }
}
