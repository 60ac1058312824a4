// A round of Perudo: the seats and their dice, the viewer's hand, the bids, and what may be bid next.
// It draws what the server says and sends wishes. Only the hand shows at once what was tapped, as five dice follow quickly.

const NS = 'http://www.w3.org/2000/svg';
const ANSWER_MS = 8000;        // after this long an unanswered edit counts as lost
const MAX_QUEUE = 20;
const PIPS = ['', '4', '08', '048', '0268', '02468', '023568'];   // places of the pips, by rows from the top left
const NOBODY = 'nobody';

const mounts = new WeakMap();

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  let round = mounts.get(parentElement);
  if (!round) {
    round = new Round(parentElement.querySelector('.board'));
    mounts.set(parentElement, round);
  }
  round.trigger = (event) => setTriggerValue('edit', event);
  round.listen();
  round.update(data.board);
  // also called for a drawing that was overtaken by the next one, which listens again
  return () => round.release();
}

// ---------------------------------------------------------------- drawing helpers

function make(tag, attributes) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// A die that shows a face, by its number where dice have more than six sides, or none.
function dieArt(face) {
  const art = make('svg', { viewBox: '0 0 30 30', 'aria-hidden': 'true' });
  art.append(make('rect', { class: 'edge', x: 1, y: 1, width: 28, height: 28, rx: 6 }));
  for (const place of PIPS[face] ?? '') art.append(make('circle', { cx: 8 + 7 * (place % 3), cy: 8 + 7 * Math.floor(place / 3), r: 2.7 }));
  if (face >= PIPS.length) {
    const number = make('text', { x: 15, y: 21 });
    number.textContent = face;
    art.append(number);
  }
  return art;
}

// setting an attribute to the value it has would still make screen readers look
function assign(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

// What stays is not moved, as it would lose the focus.
function fill(node, children) {
  const same = (now, child) => now === child || (now?.nodeType === Node.TEXT_NODE && now.data === child);
  for (const now of [...node.childNodes]) if (!children.some((child) => same(now, child))) now.remove();
  children.forEach((child, i) => {
    const now = node.childNodes[i] ?? null;
    if (!same(now, child)) node.insertBefore(typeof child === 'string' ? document.createTextNode(child) : child, now);
  });
}

// ---------------------------------------------------------------- the round

class Round {
  constructor(box) {
    this.box = box;
    this.nodes = new Map();
    this.data = null;
    this.trigger = () => {};
    this.queue = [];
    this.waiting = null;
    this.listeners = null;
    this.hand = [];
    this.place = 0;            // of the die that the next face goes to
    this.asksLoser = false;
    this.shown = null;         // the bids for which the list of the next ones was scrolled
  }

  listen() {
    if (this.listeners) return;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    this.box.addEventListener('click', (e) => this.onClick(e), { signal });
    this.box.addEventListener('keydown', (e) => this.onKey(e), { signal });
  }

  release() {
    this.listeners?.abort();
    this.listeners = null;
  }

  update(data) {
    const isAnswer = this.waiting && this.waiting.turn !== data.turn;
    this.data = data;
    if (isAnswer) this.settle();
    // the faces that were tapped since then go to the dice that there are now
    this.hand = data.hand.map((face, place) => this.hand[place] ?? face);
    this.pump();
    // none was, or all are in it
    if (!this.waiting) this.hand = data.hand;
    this.place = Math.min(this.place, Math.max(0, this.hand.length - 1));
    this.draw();
    this.showLikely();
  }

  // ------------------------------------------------------------ drawing

  // A node that is drawn again keeps its place in the page, so that a click or the focus on it is not lost.
  node(id, tag, attributes, ...children) {
    let node = this.nodes.get(id);
    if (!node) {
      node = document.createElement(tag);
      this.nodes.set(id, node);
    }
    this.drawn.add(id);
    assign(node, attributes);
    fill(node, children.flat().filter((child) => child !== null));
    return node;
  }

  button(id, label, attributes, ...children) {
    return this.node(id, 'button', { type: 'button', 'aria-label': label, 'data-do': id, ...attributes }, ...children);
  }

  die(id, face) {
    const key = `${id} die ${face}`;
    let node = this.nodes.get(key);
    if (!node) {
      node = document.createElement('span');
      node.className = face ? 'die' : 'die hidden';
      node.append(dieArt(face));
      this.nodes.set(key, node);
    }
    this.drawn.add(key);
    return node;
  }

  draw() {
    const focused = this.box.getRootNode().activeElement;
    this.drawn = new Set();
    fill(this.box, [this.seats(), ...this.ownDice(), this.story(), this.next(), this.actions()].filter(Boolean));
    for (const id of this.nodes.keys()) if (!this.drawn.has(id)) this.nodes.delete(id);
    // who bids by keyboard goes on with the next bid
    if (focused && !focused.isConnected) (this.box.querySelector('.bid') ?? this.nodes.get('new round')).focus();
  }

  player(seat) {
    return seat === this.data.viewer ? 'you' : `player ${seat + 1}`;
  }

  bidWords(quantity, face) {
    return `${quantity} ${this.data.faces[face - 1][quantity > 1 ? 1 : 0]}`;
  }

  seats() {
    const { dice, most_players: most } = this.data;
    return this.node('seats', 'div', { class: 'seats', role: 'group', 'aria-label': 'Players and their dice' },
      dice.map((count, seat) => this.seat(seat, count)),
      this.node('chairs', 'div', { class: 'chairs' },
        this.button('players less', 'One player less', { disabled: dice.length > 2 ? null : '' }, '−'),
        this.node('chairs words', 'span', {}, `${dice.length} players`),
        this.button('players more', 'One player more', { disabled: dice.length < most ? null : '' }, '+')));
  }

  seat(seat, count) {
    const { bids, viewer, bidder, starting, palifico } = this.data;
    const mine = seat === viewer;
    const id = `seat ${seat}`;
    const last = bids.filter(([player]) => player === seat).at(-1);
    const said = last && this.node(`${id} said`, 'span', { class: last === bids.at(-1) ? 'said current' : 'said' },
      this.node(`${id} words`, 'span', { class: 'unseen' }, this.bidWords(last[1], last[2])),
      this.node(`${id} times`, 'span', { 'aria-hidden': 'true' }, `${last[1]} ×`), this.die(`${id} said`, last[2]));
    const cup = Array.from({ length: count }, (_, i) => this.die(`${id} ${i}`, mine ? this.hand[i] ?? 0 : 0));
    const classes = ['seat', mine && 'mine', !count && 'out', seat === bidder && 'turn', palifico && count === 1 && 'last'];
    return this.node(id, 'div', { class: classes.filter(Boolean).join(' '), role: 'group', 'aria-label': `Player ${seat + 1}` },
      this.node(`${id} head`, 'div', { class: 'head' },
        this.button(`${id} me`, mine ? `You are player ${seat + 1}; look on instead` : `I am player ${seat + 1}`,
          { 'aria-pressed': mine, disabled: count ? null : '', 'data-do': 'me', 'data-seat': seat }, this.player(seat)),
        said ?? null),
      this.node(`${id} cup`, 'div', { class: 'cup', 'aria-hidden': 'true' }, count ? cup : ['out']),
      this.node(`${id} count`, 'div', { class: 'count' },
        this.button(`${id} less`, `One die less for player ${seat + 1}`,
          { disabled: count ? null : '', 'data-do': 'dice', 'data-seat': seat, 'data-dice': count - 1 }, '−'),
        this.node(`${id} number`, 'span', {}, `${count} ${count === 1 ? 'die' : 'dice'}`),
        this.button(`${id} more`, `One die more for player ${seat + 1}`,
          { disabled: count < starting ? null : '', 'data-do': 'dice', 'data-seat': seat, 'data-dice': count + 1 }, '+')));
  }

  // The hand, and the faces to put into it one after the other.
  ownDice() {
    const { viewer, faces, old_dice: old } = this.data;
    if (viewer === null) return [];
    const dice = this.hand.map((face, place) => this.button(`own ${place}`, `Your die ${place + 1}: ${this.faceName(face)}`,
      { 'aria-pressed': place === this.place, 'data-do': 'place', 'data-place': place, class: 'own' }, this.die(`own ${place}`, face)));
    const palette = faces.map((_, i) => this.button(`face ${i + 1}`, `Make it ${this.faceName(i + 1)}`,
      { 'data-do': 'face', 'data-face': i + 1, class: 'face' }, this.die(`face ${i + 1}`, i + 1)));
    return [
      this.node('hand', 'div', { class: old ? 'hand old' : 'hand', role: 'group', 'aria-label': 'Your dice' },
        this.node('hand words', 'span', { class: 'label' }, old ? 'Your dice are those of the round before: tap the new ones'
          : 'Your dice: choose one, then its face'),
        this.node('hand dice', 'div', { class: 'row' }, dice),
        this.node('palette', 'div', { class: 'row palette', role: 'group', 'aria-label': `Face of die ${this.place + 1}` }, palette)),
    ];
  }

  faceName(face) {
    return this.data.faces[face - 1]?.[0] ?? String(face);
  }

  story() {
    const { bids } = this.data;
    const said = bids.map(([player, quantity, face]) => `${this.player(player)}: ${this.bidWords(quantity, face)}`);
    return this.node('story', 'p', { class: 'label', role: 'status' },
      said.length ? `Bids: ${said.join(', ')}` : 'Nobody has bid yet. Who opens?');
  }

  next() {
    const { bids, legal, bidder } = this.data;
    const who = this.player(bidder);
    const rows = legal.map(([quantity, faces]) => this.node(`bids ${quantity}`, 'div', { class: 'row' },
      this.node(`times ${quantity}`, 'span', { class: 'times', 'aria-hidden': 'true' }, `${quantity} ×`),
      faces.map((face) => this.button(`bid ${quantity} ${face}`, `Bid ${this.bidWords(quantity, face)}`,
        { 'data-do': 'bid', 'data-quantity': quantity, 'data-face': face, class: 'bid' }, this.die(`bid ${quantity} ${face}`, face)))));
    return this.node('next', 'div', { class: 'next', role: 'group', 'aria-label': `Next bid, by ${who}` },
      bids.length ? null : this.openers(),
      this.node('next words', 'span', { class: 'label' }, rows.length ? `Tap what ${who === 'you' ? 'you bid' : `${who} bids`} next:`
        : 'There is no higher bid: dudo is all that is left.'),
      rows.length ? this.node('legal', 'div', { class: 'legal' }, rows) : null);
  }

  openers() {
    const { bidder, openers } = this.data;
    return this.node('openers', 'div', { class: 'row', role: 'group', 'aria-label': 'Who opens' }, openers.map((seat) => this.button(
      `opener ${seat}`, null, { 'aria-pressed': seat === bidder, 'data-do': 'opener', 'data-seat': seat, class: 'chip' }, this.player(seat))));
  }

  actions() {
    const { bids, dice, palifico, has_palifico: has } = this.data;
    const losers = [...dice.keys()].filter((seat) => dice[seat]);
    return this.node('actions', 'div', { class: 'actions' },
      this.node('pressed', 'div', { class: 'row' },
        this.button('back', null, { disabled: bids.length ? null : '', class: 'chip' }, 'Take back'),
        this.button('new round', null, { 'aria-expanded': this.asksLoser, class: 'chip' }, 'New round'),
        has || palifico ? this.button('palifico', null, { 'aria-pressed': palifico, class: 'chip',
          title: 'When a player first comes down to one die and more than two are in: aces are not wild and the face is fixed.' },
        'Palifico round') : null),
      this.asksLoser ? this.node('losers', 'div', { class: 'row', role: 'group', 'aria-label': 'Who lost a die?' },
        this.node('losers words', 'span', { class: 'label' }, 'Who lost a die?'),
        [...losers, NOBODY].map((seat) => this.button(`loser ${seat}`, null, { 'data-do': 'loser', 'data-seat': seat, class: 'chip' },
          seat === NOBODY ? NOBODY : this.player(seat)))) : null);
  }

  // Of many bids to open with, those that are about as likely as not are in sight.
  showLikely() {
    const bids = JSON.stringify(this.data.bids);
    if (bids === this.shown) return;
    this.shown = bids;
    const list = this.nodes.get('legal');
    const row = this.nodes.get(`bids ${this.data.likely}`);
    if (list && row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  // ------------------------------------------------------------ wishes

  onClick(e) {
    const target = e.target.closest('[data-do]');
    if (target && !target.disabled) this.act(target.dataset.do, target.dataset);
  }

  onKey(e) {
    const own = e.target.closest('.own');
    const face = Number(e.key);
    if (!own || e.ctrlKey || e.metaKey || e.altKey || !face || face > this.data.faces.length) return;
    e.preventDefault();
    this.place = Number(own.dataset.place);
    this.setFace(face);
    this.nodes.get(`own ${this.place}`)?.focus();
  }

  act(what, { seat, dice, place, face, quantity }) {
    const players = this.data.dice.length;
    const does = {
      'players less': () => this.send({ kind: 'players', players: players - 1 }),
      'players more': () => this.send({ kind: 'players', players: players + 1 }),
      me: () => this.send({ kind: 'me', seat: Number(seat) === this.data.viewer ? null : Number(seat) }),
      dice: () => this.send({ kind: 'dice', seat: Number(seat), dice: Number(dice) }),
      place: () => this.choose(Number(place)),
      face: () => this.setFace(Number(face)),
      opener: () => this.send({ kind: 'opener', seat: Number(seat) }),
      bid: () => this.send({ kind: 'bid', quantity: Number(quantity), face: Number(face), bids: this.data.bids.length }),
      back: () => this.send({ kind: 'back' }),
      'new round': () => this.askLoser(!this.asksLoser),
      loser: () => { this.askLoser(false); this.send({ kind: 'new_round', loser: seat === NOBODY ? null : Number(seat) }); },
      palifico: () => this.send({ kind: 'palifico', on: !this.data.palifico }),
    };
    does[what]();
  }

  askLoser(asks) {
    this.asksLoser = asks;
    this.draw();
  }

  choose(place) {
    this.place = place;
    this.draw();
  }

  setFace(face) {
    this.hand = this.hand.map((now, place) => (place === this.place ? face : now));
    this.place = (this.place + 1) % this.hand.length;
    this.draw();
    // of several taps that wait, the last has them all
    if (this.queue.at(-1)?.kind === 'hand') this.queue.pop();
    this.send({ kind: 'hand' });
  }

  send(edit) {
    if (this.queue.length < MAX_QUEUE) this.queue.push(edit);
    this.pump();
  }

  pump() {
    if (this.waiting || !this.queue.length) return;
    const timer = setTimeout(() => this.giveUp(), ANSWER_MS);
    this.waiting = { turn: this.data.turn, timer };
    const edit = this.queue.shift();
    this.trigger(edit.kind === 'hand' ? { ...edit, hand: this.hand } : edit);
  }

  // What was not answered did not happen, and is not shown any longer.
  giveUp() {
    this.settle();
    this.pump();
    if (this.waiting) return;
    this.hand = this.data.hand;
    this.draw();
  }

  settle() {
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
  }
}
