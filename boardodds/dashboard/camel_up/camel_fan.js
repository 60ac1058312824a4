// A tapped stack, fanned out in the middle of the board, so that a finger can pick each of its camels.

class Fan {
  constructor(board) {
    this.board = board;
    this.box = html('div', { class: 'fan', role: 'group', hidden: '' });
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
    const caption = board.selection
      ? `Tap the camel that carries ${board.name(board.selection.id)}.`
      : `Square ${square}, from the bottom up. Tap a camel.`;
    const camels = [...board.stack(square)].map((id) => board.camelInfo(id)).map((camel) => button(
      { 'data-pick': camel.id, 'aria-label': `Pick ${camel.name}`, ...tint(camel) }, camel.letter || camel.name));
    this.box.replaceChildren(html('div', {}, camels), html('p', {}, [caption]));
    assign(this.box, { 'aria-label': `Stack on square ${square}` });
    this.box.hidden = false;
  }

  close() {
    this.box.hidden = true;
  }
}
