// The Candy Land board: a path that winds up to the castle, a pin for each player, the players in the order of play, and the cards.
// A tap on a player says who moves next; a tap on a space puts that player's piece there, a tap on a card moves it. It draws the data
// of the server and sends events. Without pieces it shows the turns that end on each space.

const COLUMNS = 12;
// In columns: how far apart pins of one row are, and their places beside the first one, the nearest first.
const PIN_STEP = 0.84;
const SHIFTS = Array.from({ length: 21 }, (_, i) => Math.ceil(i / 2) * PIN_STEP * (i % 2 || -1));
// How far along the path a key moves the focus.
const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity, End: Infinity };

export default (component) => show(CandyBoard, component);

class CandyBoard extends SharedBoard {
  constructor(root) {
    super(root);
    this.drawnPath = null;
    this.isPuttingAway = false;     // whether a tap on a card only takes it out of the deck
    this.showsPictures = false;
    this.held = [];                 // the first of two cards to choose from
    this.path = html('div', { class: 'path' });
    this.players = html('div', { class: 'players', role: 'group', 'aria-label': 'Who moves next' });
    this.status = html('div', { class: 'status', role: 'status' });
    this.number = html('input', { type: 'number', min: 0, placeholder: 'space', 'aria-label': 'Space of the piece, by its number' });
    this.cards = html('div', { class: 'cards', role: 'group', 'aria-label': 'Cards' });
    this.deck = html('div', { class: 'deck' });
    this.box.append(this.path, this.players, this.status, this.number, this.cards, this.deck);
    this.pins = html('div', { class: 'pins', 'aria-hidden': 'true' });
  }

  listen(signal) {
    super.listen(signal);
    this.number.addEventListener('change', ({ target }) => {
      // A number after the last space is the castle.
      const { home, spaces } = this.data;
      if (target.value !== '') this.send({ kind: 'place', space: target.value > spaces.length ? home : Number(target.value) });
      target.value = '';
    }, { signal });
  }

  update(data) {
    if (data.choose < 2 || data.next !== this.data?.next) this.held = [];
    this.data = data;
    this.events.receive(data.revision);
    this.events.sendNext();
    const path = JSON.stringify([data.spaces, data.shortcuts, data.licorice, data.visits]);
    if (path !== this.drawnPath) this.drawPath();
    this.drawnPath = path;
    this.number.hidden = Boolean(data.visits);
    if (data.pieces) this.draw();
    this.freeHeight();
  }

  onClick(e) {
    const button = e.target.closest('button');
    if (!button) return;
    const { space, player, card, act } = button.dataset;
    if (this.data.visits) this.status.textContent = button.title;
    else if (space !== undefined) this.send({ kind: 'place', space: Number(space) });
    else if (player) this.send({ kind: 'next', player: Number(player) });
    else if (card && this.isPuttingAway) this.send({ kind: 'put away', card });
    else if ((card ? this.data.choose < 2 : act === 'draw') && isTappedAgain(card ?? act, e)) return;
    else if (card) this.hold(card);
    // Drawn when the event is sent, from the cards that are left then.
    else if (act === 'draw') this.events.push(() => this.drawForUs());
    else if (act === 'pictures' || act === 'away') this.toggle(act);
    else this.send({ kind: act });
  }

  onKey(e) {
    if (!(e.key in STEPS) || e.target.dataset.space === undefined) return;
    const place = Math.min(Math.max(this.order.indexOf(e.target) + STEPS[e.key], 0), this.order.length - 1);
    this.setTabStop(this.order[place]);
    this.order[place].focus();
    e.preventDefault();
  }

  // Send the card that is tapped, or two of them together if players choose and two are left.
  hold(card) {
    this.held.push(card);
    const left = this.data.cards.reduce((sum, each) => sum + each.left, 0);
    if (this.held.length >= Math.min(this.data.choose, left)) this.send({ kind: 'card', cards: this.held.splice(0) });
    this.draw();
  }

  drawForUs() {
    this.held = [];
    const deck = this.data.cards.flatMap(({ card, left }) => Array(left).fill(card));
    const draw = () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0];
    const cards = Array.from({ length: Math.min(this.data.choose, deck.length) }, draw);
    return !this.data.over && { kind: 'card', cards };
  }

  toggle(what) {
    if (what === 'pictures') this.showsPictures = !this.showsPictures;
    else [this.isPuttingAway, this.held] = [!this.isPuttingAway, []];
    this.draw();
  }

  // ------------------------------------------------------------ the path

  drawPath() {
    const { spaces, shortcuts, licorice, visits } = this.data;
    const count = spaces.length;
    const boardRows = Math.ceil(count / COLUMNS);
    const free = boardRows * COLUMNS - count;
    // The castle follows the last space if two cells are free there, else it has a row of its own; the start is below.
    const top = free >= 2 ? 0 : 1;
    this.rows = boardRows + top + 1;
    const isRight = !top && boardRows % 2 === 1;
    this.castle = { column: isRight ? COLUMNS - free : 0, width: top ? COLUMNS : free };
    this.order = [this.square(0, 'start', `${this.rows} / 1 / auto / ${COLUMNS + 1}`, 'end')];
    const ends = new Map(shortcuts);
    spaces.forEach((space, index) => {
      const [column, row] = this.cell(index + 1);
      const isPicture = space.length > 1;
      const sign = licorice.includes(index) ? '✖' : '';
      const node = this.square(index + 1, isPicture ? initials(space) : space + sign, `${row + 1} / ${column + 1}`, 'space');
      const words = [`space ${index + 1}`, this.data.colors[space] ?? space];
      if (sign) words.push('licorice');
      if (ends.has(index)) words.push(`shortcut to ${ends.get(index) + 1}`);
      if (visits) {
        const [number, light, dark] = visits[index];
        words.push(`on average ${number} turns of a game end here`);
        node.style.cssText += `--light:${light}%;--dark:${dark}%`;
      }
      assign(node, { 'aria-label': words.join(', '), title: words.join(', ') });
      node.style.setProperty('--c', this.data.fills[space] ?? this.data.picture);
      node.classList.toggle('picture', isPicture);
      node.classList.toggle('licorice', Boolean(sign));
      // The last space of a row leads up to the next row.
      node.classList.toggle('up', (index + 1) % COLUMNS === 0 && index + 1 < count);
      this.order.push(node);
    });
    const { column, width } = this.castle;
    this.order.push(this.square(this.data.home, 'castle', `1 / ${column + 1} / auto / ${column + width + 1}`, 'end'));
    this.setTabStop(this.order[0]);
    this.path.style.setProperty('--rows', this.rows);
    this.path.replaceChildren(...this.order, this.shortcutLines(), this.pins);
  }

  square(space, text, area, kind) {
    const node = button({ 'data-space': space, class: kind }, html('b', {}, [text]));
    node.style.gridArea = area;
    return node;
  }

  // The column and the row of a space, from 0 at the top left.
  cell(space) {
    const row = Math.floor((space - 1) / COLUMNS);
    const along = (space - 1) % COLUMNS;
    return [row % 2 ? COLUMNS - 1 - along : along, this.rows - 2 - row];
  }

  shortcutLines() {
    const lines = make('svg', { viewBox: `0 0 ${COLUMNS} ${this.rows}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    lines.append(make('marker', { id: 'tip', viewBox: '0 0 6 6', refX: 4, refY: 3, markerWidth: 3.5, markerHeight: 3.5, orient: 'auto' },
      [make('path', { class: 'tip', d: 'M0 0 6 3 0 6Z' })]));
    for (const pair of this.data.shortcuts) {
      const [[x, y], [toX, toY]] = pair.map((index) => this.cell(index + 1).map((at) => at + 0.5));
      const curve = `M${x} ${y - 0.25}Q${(x + toX) / 2 + 0.18 * (toY - y)} ${(y + toY) / 2 - 0.18 * (toX - x)} ${toX} ${toY + 0.3}`;
      for (const kind of ['halo', 'line']) lines.append(make('path', { class: kind, d: curve }));
    }
    return lines;
  }

  // ------------------------------------------------------------ what changes with a move

  draw() {
    const { pieces, next, over } = this.data;
    const at = new Map(pieces.map((piece) => [piece.space, piece]));
    for (const node of this.order) {
      const piece = at.get(Number(node.dataset.space));
      node.classList.toggle('taken', Boolean(piece) && node.classList.contains('space'));
      node.style.setProperty('--who', piece?.fill ?? 'none');
    }
    const places = this.pinPlaces();
    keep(this.pins, pieces, () => html('span', { class: 'pin' }), (pin, { letter, fill }, player) => {
      const [column, row] = places[player];
      pin.textContent = letter;
      pin.classList.toggle('next', player + 1 === next && !over);
      pin.style.cssText = `--fill:${fill};left:${(100 * column) / COLUMNS}%;top:${(100 * row) / this.rows}%`;
    });
    this.drawPlayers();
    this.drawStatus();
    this.drawCards();
  }

  // The column and row of each pin: on its space, or beside it where another pin is, so that no two touch.
  pinPlaces() {
    const places = [];
    for (const { space } of this.data.pieces) {
      const [column, row] = this.pinCell(space);
      const isFree = (x) => x > 0.3 && x < COLUMNS - 0.3
        && places.every(([left, top]) => Math.abs(left - x) > PIN_STEP - 0.01 || Math.abs(top - row) > PIN_STEP);
      places.push([SHIFTS.map((shift) => column + shift).find(isFree), row]);
    }
    return places;
  }

  pinCell(space) {
    const { column, width } = this.castle;
    if (space === 0) return [4, this.rows - 0.5];
    if (space === this.data.home) return [column + Math.min(4, width / 2), 0.5];
    const [at, row] = this.cell(space);
    return [at + 0.5, row];
  }

  setTabStop(node) {
    for (const other of this.order) other.tabIndex = other === node ? 0 : -1;
  }

  drawPlayers() {
    const { pieces, next, over, may_add: mayAdd, home } = this.data;
    const place = ({ space, misses }) => (misses ? 'misses' : space === home ? 'castle' : space || 'start');
    const controls = pieces.map((piece, i) => ({ piece, player: i + 1, words: `Player ${piece.name}, ${place(piece)}${i + 1 === next ? ', moves next' : ''}` }));
    if (mayAdd) controls.push({ act: 'add', text: '+', words: 'Add a player' });
    if (pieces.length > 1) controls.push({ act: 'remove', text: `− ${pieces[next - 1].letter}`, small: 'remove', words: `Remove player ${pieces[next - 1].name}` });
    keep(this.players, controls, () => button({}), (node, { piece, player = null, act = null, text, small = 'player', words }) => {
      assign(node, { 'data-player': player, 'data-act': act, class: piece ? 'player' : 'number', 'aria-label': words, title: words,
        'aria-pressed': piece ? player === next && !over : null });
      if (!piece) node.replaceChildren(html('b', {}, [text]), html('small', {}, [small]));
      else node.replaceChildren(html('i', { class: `piece ${piece.form}` }), html('b', {}, [piece.name]), html('small', {}, [place(piece)]));
      node.style.setProperty('--fill', piece?.fill ?? 'none');
    });
  }

  drawStatus() {
    const { told, told_card: toldCard, pieces, next, missing, over } = this.data;
    const { name } = pieces[next - 1];
    const missed = missing.map((player) => `${pieces[player - 1].name} misses a turn; `).join('');
    const hint = this.isPuttingAway ? 'Tap each card that has been drawn.'
      : this.held.length ? `Tap the second card of ${name}.`
        : told || (over ? 'The game is over.' : `${missed}${name} is next: tap ${missed ? `${name}'s` : 'the'} card, or the space where the piece stands.`);
    // The same words again would be announced again.
    if (this.status.textContent.endsWith(hint)) return;
    const card = hint === told && this.data.cards.find((each) => each.card === toldCard);
    this.status.replaceChildren(...(card ? [this.face(card.card, card.size)] : []), html('span', {}, [hint]));
  }

  drawCards() {
    const { cards, over, remembers, drawn } = this.data;
    // Without a card that is held as the first of two.
    const unheld = cards.map((card) => ({ ...card, left: card.left - this.held.includes(card.card) }));
    const ofSize = (size) => unheld.filter((card) => card.size === size);
    const controls = [
      ...ofSize(1), { act: 'draw', text: 'Draw for us' }, ...ofSize(2),
      ...(ofSize(0).length ? [{ act: 'pictures', text: '★', words: 'Picture cards', pressed: this.showsPictures }] : []),
      ...(this.showsPictures ? ofSize(0) : []),
    ];
    keep(this.cards, controls, () => button({}), (node, { card, size, left, words, act, text, pressed }) => {
      const label = card && remembers ? `${words}, ${left} left` : words ?? text;
      assign(node, {
        'data-card': card ?? null, 'data-act': act ?? null, 'aria-label': label, title: label, 'aria-pressed': pressed ?? null,
        disabled: over || left === 0 ? '' : null, class: size === 0 ? 'named' : act ?? null,
      });
      if (!card) node.textContent = text;
      else node.replaceChildren(this.face(card, size), ...(remembers ? [html('small', {}, [left])] : []));
    });
    const acts = remembers ? [{ act: 'away', text: 'Cards drawn before', pressed: this.isPuttingAway }] : [];
    if (remembers && drawn) acts.push({ act: 'forget', text: `Forget ${drawn} drawn`, pressed: null });
    keep(this.deck, acts, () => button({ class: 'chip' }), (node, { act, text, pressed }) => {
      node.textContent = text;
      assign(node, { 'data-act': act, 'aria-pressed': pressed });
    });
  }

  // The picture of a card: one or two squares with the letter of a colour, or the name of a picture.
  face(card, size) {
    const colour = size ? this.data.fills[card[0]] : this.data.picture;
    return html('span', { class: 'face', style: `--c:${colour}` }, (size ? [...card] : [card]).map((text) => html('i', {}, [text])));
  }
}

// At least two letters, because one could be taken for a colour.
function initials(name) {
  const words = name.split(/[ .-]+/).filter(Boolean);
  return words.length > 1 ? words[0][0] + words[1][0] : name.slice(0, 3);
}
