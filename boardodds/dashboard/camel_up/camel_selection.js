// The selected piece, the outlines around the selected and the focused one, and the line of help.

class BoardSelection extends BoardDrawing {
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
}
