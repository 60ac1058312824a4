// The drawing of a position, from the server's data alone.

class BoardDrawing extends SharedBoard {
  // ------------------------------------------------------------ the data

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

  // Return the name of a tile in the edition that is played.
  tileName(kind) {
    return this.data.tile_names[kind];
  }

  // Return the player of the tile on a square, as the pieces begin; undefined if it is not known.
  ownerOf(square) {
    return this.data.owners.find((piece) => piece.slice(1) === String(square))?.[0];
  }

  // Return the name of the tile on a square, with its owner.
  ownedTileName(square) {
    const owner = this.ownerOf(square);
    const whose = owner === '0' ? 'your ' : this.data.players[owner] ? `${this.data.players[owner]}'s ` : '';
    return `${whose}${this.tileName(this.tile(square))}`;
  }

  name(id) {
    return this.camelInfo(id).name;
  }

  // Return "green camel", but "camel 3" for a camel that has a number and no colour.
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
    this.paddock = make('g', { class: 'paddock', 'data-paddock': '', tabindex: 0, role: 'button', transform: this.panelTransform(0, 0) }, [
      make('rect', { class: 'ground', x: 4, y: 4, width: MIDDLE.width - 8, height: MIDDLE.height - 8, rx: 12 }),
    ]);
    this.supplies = ['o', 'm'].map((kind) => make('g', { class: 'supply', 'data-supply': kind, tabindex: 0, role: 'button' }));

    this.layer = make('g');
    this.rings = make('g', { 'aria-hidden': 'true' });
    this.ghosts = make('g');
    this.svg = make('svg', {
      viewBox: `0 0 ${layout.width} ${layout.height}`, role: 'group',
      'aria-label': `Camel Up board, ${this.data.track} squares`,
    }, [this.defs(), this.centreNode(), this.layer, this.signs(), this.rings, this.ghosts]);

    this.help = html('p', { class: 'help', role: 'status', 'aria-live': 'polite' });
    this.table.box.style.maxWidth = `${Math.max(640, layout.cols * 72)}px`;
    this.box.style.setProperty('--aspect', layout.width / layout.height);
    this.box.replaceChildren(this.svg, this.help, this.fan.box);
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
    const transform = `translate(${cell.x} ${cell.y})`;
    return make('g', { class: 'square', 'data-square': number, tabindex: 0, role: 'button', transform }, [
      make('rect', { class: 'ground', x: 3, y: 3, width: W - 6, height: H - 6, rx: 9 }),
      make('path', { class: 'dune', d: `M14 ${H - 12} q18 -9 36 -2 t36 -3 M22 ${H - 22} q14 -5 28 -1` }),
      make('g', { class: 'laid' }),
    ]);
  }

  // Return the middle of the board: sand and distant pyramids, with the paddock and the supply on top of it.
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

  // Return what lies above the camels: the numbers of the squares, the chevrons between them, and the chequered line between the last
  // square and the first.
  signs() {
    const parts = this.cells.map(({ x, y, left }, i) => label(x + (left ? W - 9 : 9), y + 24, String(i + 1),
      { class: 'number', 'text-anchor': left ? 'end' : 'start' }));
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
    // If the ring has more places than squares, a second line marks the finish.
    if (this.cells.length < all.length) parts.push(this.chequers(all[this.cells.length - 1], all[this.cells.length]));
    return make('g', { 'aria-hidden': 'true' }, parts);
  }

  chequers(from, to) {
    const upright = from.y === to.y;
    const length = (upright ? H : W) - 8;
    const side = length / 12;
    const squares = Array.from({ length: 24 }, (_, i) => [Math.floor(i / 2), i % 2]).map(([row, column]) => make('rect', {
      class: (row + column) % 2 ? 'black' : 'white', x: (column - 1) * 6, y: row * side - length / 2, width: 6, height: side,
    }));
    squares.push(make('rect', { class: 'edge', x: -6, y: -length / 2, width: 12, height: length }));
    const middle = `translate(${(from.x + to.x + W) / 2} ${(from.y + to.y + H) / 2})`;
    return make('g', { class: 'finish', transform: upright ? middle : `${middle} rotate(90)` }, squares);
  }

  // Return the transform from a point of the middle panel to the board.
  panelTransform(x, y) {
    const { panel } = this.layout;
    return `translate(${panel.x + x * panel.scale} ${panel.y + y * panel.scale}) scale(${panel.scale})`;
  }

  // Place an HTML paragraph on a part of the drawing, because SVG text does not wrap.
  overlay(node, x, y, w, h) {
    const { panel, width, height } = this.layout;
    const percent = (part, whole) => `${((100 * part) / whole).toFixed(3)}%`;
    Object.assign(node.style, {
      left: percent(panel.x + x * panel.scale, width), top: percent(panel.y + y * panel.scale, height),
      width: percent(w * panel.scale, width), height: percent(h * panel.scale, height),
    });
  }

  draw() {
    const focused = this.focusedNode();
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
    const { camels } = this.data;
    const keys = paddockKeys(camels.length);
    const transform = this.panelTransform(0, 0);
    camels.forEach(({ id }, i) => this.squareOf(id) ?? order.push(this.drawCamel(id, keys[i], { square: null, left: false, transform })));
    // The order of the Tab key.
    order.push(...this.supplies);
    this.drawMiddle(keys.at(-1));
    fill(this.layer, order);
    this.table.draw();
    // A node loses the focus when it moves in the document.
    if (focused && this.focusedNode() !== focused && focused.isConnected) focused.focus({ preventScroll: true });
    this.markSelection();
    this.showHelp();
  }

  get inPaddock() {
    return this.data.camels.filter(({ id }) => this.squareOf(id) === null);
  }

  // Draw the tiles of the supply on their key, and the help beside it, or below the board while camels are in the paddock.
  drawMiddle({ x, y, width, height }) {
    for (const [row, node] of this.supplies.entries()) {
      const kind = node.dataset.supply;
      const place = this.panelTransform(x, y + 26 - (height / 4) * (row ? 1 : 3) - 3);
      assign(node, {
        transform: `${place} scale(${Math.min(width, 96) / 88})`,
        'aria-label': `${this.tileName(kind)} from the supply, ${kind === 'o' ? 'plus' : 'minus'} one`,
      });
      if (node.dataset.name !== this.tileName(kind)) node.replaceChildren(...tileArt(kind, this.tileName(kind)));
      node.dataset.name = this.tileName(kind);
    }
    const { inPaddock } = this;
    assign(this.paddock, { 'aria-label': `paddock, ${inPaddock.map(({ name }) => name).join(', ') || 'empty'}` });
    this.help.classList.toggle('below', inPaddock.length > 0);
    const space = 8;
    if (inPaddock.length) this.help.removeAttribute('style');
    else this.overlay(this.help, space, space, x - width / 2 - 2 * space, MIDDLE.height - 2 * space);
  }

  focusedNode() {
    const active = this.root.activeElement ?? document.activeElement;
    return active && this.box.contains(active) ? active : null;
  }

  drawSquare(node, square) {
    const tile = this.tile(square);
    const group = node.querySelector('.laid');
    const owner = this.ownerOf(square);
    const isMine = owner === '0';
    const best = ['o', 'm'].find((tileKind) => this.table.isBest('tile', { square, tile: tileKind }));
    const kind = `${tile ?? ''}${owner ?? ''}${best ?? ''}${this.tileName('o')}`;
    node.classList.toggle('best', Boolean(best));
    if (group.dataset.kind !== kind) {
      group.dataset.kind = kind;
      group.classList.toggle('mine', isMine);
      group.classList.toggle('owned', owner !== undefined);
      group.replaceChildren();
      if (tile) {
        // The icon above the tile shows what the next click on the square does: turn the tile over, or remove it.
        const icon = tile === 'o' ? 'M42 44 a8 8 0 1 1 2.5 5 M40 37 l2 7 l7 -2' : 'M44 35 l12 12 M56 35 l-12 12';
        group.append(make('path', { class: 'turn', d: icon }));
        group.append(make('g', { class: 'tile', 'data-tile': tile, transform: `translate(50 ${H - 31})` }, tileArt(tile, this.tileName(tile))));
        if (owner !== undefined) group.append(label(50, 55, isMine ? 'mine' : shortened(this.data.players[owner] ?? '?'), { class: 'owner' }));
      }
      if (best) group.append(label(50, tile ? 34 : 56, 'best', { class: 'owner' }));
      if (best && !tile) group.append(make('g', { class: 'advised', transform: 'translate(50 81) scale(0.8)' }, tileArt(best, this.tileName(best))));
    }
    const camels = [...this.stack(square)].map((id) => this.name(id));
    const contents = [...(tile ? [this.ownedTileName(square)] : []), ...camels];
    assign(node, { 'aria-label': `square ${square}, ${contents.join(', ') || 'empty'}${camels.length > 1 ? ', from the bottom up' : ''}` });
  }

  drawCamel(id, slot, { square, left, transform }) {
    const info = this.camelInfo(id);
    if (!this.camels.has(id)) this.camels.set(id, camelNode(id, info.letter));
    const node = this.camels.get(id);
    const [key, shape, letter] = node.children;
    const [body, hatch] = shape.children;
    if (square === null) assign(key, { x: -slot.width / 2, y: 23 - slot.height, width: slot.width, height: slot.height });
    const facesLeft = left !== Boolean(info.crazy);
    assign(node, {
      class: `camel${info.crazy ? ' crazy' : ''}`, 'data-square': square, transform: `${transform} translate(${slot.x} ${slot.y})`,
      'aria-label': `${this.fullName(id)}, ${this.place(id)}`,
    });
    assign(shape, { transform: `scale(${facesLeft ? -slot.kx : slot.kx} ${slot.ky}) translate(-50 ${-BOX})` });
    assign(body, { fill: info.fill, stroke: info.ink });
    // The hatch of a pale letter is white.
    assign(hatch, { fill: info.crazy ? `url(#hatch${/^#[89a-f]/i.test(info.ink) ? 0 : 1})` : 'none' });
    assign(letter, {
      x: (facesLeft ? 2.5 : -2.5) * slot.kx, y: -(BELLY * slot.ky + 2), 'font-size': slot.size, fill: info.ink,
      // An outline separates the letter of a hatched camel from the hatch.
      stroke: info.crazy ? info.fill : 'none', 'stroke-width': 4, 'paint-order': 'stroke',
    });
    return node;
  }
}
