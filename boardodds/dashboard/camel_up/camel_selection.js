// The selected piece, the outlines of the selected and the focused piece, and the line of help.

class BoardSelection extends BoardDrawing {
  nodeOf(piece) {
    if (piece.type === 'camel') return this.camels.get(piece.id);
    if (piece.type === 'supply') return this.supplies[piece.kind === 'o' ? 0 : 1];
    return this.squares[piece.square - 1].querySelector('[data-tile]');
  }

  pieceOf(node) {
    const pieceNode = node?.closest?.('[data-camel], [data-tile], [data-supply]');
    if (!pieceNode) return null;
    if (pieceNode.dataset.camel) return { type: 'camel', id: pieceNode.dataset.camel };
    if (pieceNode.dataset.supply) return { type: 'supply', kind: pieceNode.dataset.supply };
    return { type: 'tile', square: Number(pieceNode.closest('[data-square]').dataset.square) };
  }

  select(piece) {
    this.selection = piece;
    this.message = '';
    this.markSelection();
    this.showHelp();
    this.table.ledger.draw();
  }

  markSelection() {
    const selected = this.selection && this.nodeOf(this.selection);
    for (const node of [...this.camels.values(), ...this.supplies]) assign(node, { 'aria-pressed': String(node === selected) });
    this.svg.classList.toggle('choosing', Boolean(selected));
    this.drawRings();
  }

  // Draw the outlines of the selected and the focused piece on top of the drawing: in a stack, a camel covers most of the one
  // below.
  drawRings() {
    const focus = this.focusedNode();
    const focusedPiece = focus?.matches(':focus-visible') ? this.pieceOf(focus) : null;
    const rings = [[focusedPiece, 'focused'], [this.selection, 'chosen']].filter(([piece]) => piece);
    this.rings.replaceChildren(...rings.map(([piece, name]) => this.ring(this.nodeOf(piece), name)));
  }

  ring(node, name) {
    const camel = node.querySelector('.shape');
    const outline = (layer) => camel
      ? make('path', { class: `ring ${layer}`, d: CAMEL, transform: camel.getAttribute('transform') })
      : make('rect', { class: `ring ${layer}`, x: -44, y: -23, width: 88, height: 46, rx: 11 });
    const outlines = make('g', { transform: node.getAttribute('transform') }, [outline('under'), outline('over')]);
    const square = node.closest('.square');
    return make('g', { class: name, transform: square ? square.getAttribute('transform') : '' }, [outlines]);
  }

  say(message) {
    this.message = message;
    this.showHelp();
  }

  showHelp() {
    if (this.help) fill(this.help, [this.helpText()]);
  }

  helpText() {
    const { selection } = this;
    if (selection?.type === 'camel') {
      const orPaddock = this.squareOf(selection.id) === null ? '' : ', or the paddock here to remove it';
      return `${capital(this.name(selection.id))} selected: choose a square${orPaddock}.`;
    }
    if (selection?.type === 'tile') {
      const tile = capital(this.ownedTileName(selection.square));
      return `${tile} selected: tap a square, itself to turn it over, or the paddock to remove it.`;
    }
    if (selection) return `${capital(this.tileName(selection.kind))} selected: choose an empty square.`;
    if (this.message) return this.message;
    if (this.data.finish) return 'The race is over.';
    if (this.table.isPlacing) return 'Tap a camel, then its square; the lowest first.';
    const focus = this.focusedNode();
    if (focus?.matches(':focus-visible')) {
      if (focus.dataset.camel) return '\u2190 \u2192 change its square, \u2191 \u2193 its height, Enter selects it, Delete removes it.';
      if (focus.dataset.square) {
        const [on, back] = ['o', 'm'].map((kind) => withArticle(this.tileName(kind)));
        return `o places ${on}, m ${back}, Delete removes the tile.`;
      }
    }
    return this.inPaddock.length ? '' : 'Tap or drag a camel. Tap an empty square for a tile.';
  }
}
