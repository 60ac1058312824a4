// A round of Perudo: the seats and their dice, the viewer's hand, the bids, and what may be bid next.
// It draws what the server says and sends events. Only the hand shows at once what was tapped, as five dice follow quickly.
// A bid has a bar under it, as long as the bid is likely to be true by the dice alone.

const MAX_QUEUE = 20;
const PIPS = ['', '4', '08', '048', '0268', '02468', '023568'];   // places of the pips, by rows from the top left
const NOBODY = 'nobody';
// what a key does in the list of bids: so many to the right, so many down
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-Infinity, 0], End: [Infinity, 0] };

export default (component) => show(Round, component);

// ---------------------------------------------------------------- drawing helpers

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

// A chance in percent that does not claim certainty by rounding.
function inPercent(chance) {
  const percent = Math.round(100 * chance);
  if (percent === 0 && chance > 0) return 'less than 1%';
  return percent === 100 && chance < 1 ? 'more than 99%' : `${percent}%`;
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
  constructor(root) {
    this.box = root.querySelector('.board');
    this.notice = new Notice(root);
    this.nodes = new Map();
    this.data = null;
    this.trigger = () => {};
    this.queue = [];
    this.waiting = null;
    this.listeners = null;
    this.hand = [];
    this.untold = [];          // the places of dice that have yet to be told
    this.tapped = new Set();   // the places of those that were told since the server last answered
    this.place = 0;            // of the die that the next face goes to
    this.asksLoser = false;
    this.bid = null;           // the one of the next bids that the tabulator key comes to
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
    const isAnswer = this.waiting && this.waiting.revision !== data.revision;
    const before = this.data?.untold.length;
    this.data = data;
    if (isAnswer) this.settle();
    // the faces that were tapped since then go to the dice that there are now
    this.hand = data.hand.map((face, place) => this.hand[place] ?? face);
    this.untold = data.untold.filter((place) => !this.tapped.has(place));
    this.pump();
    // none was, or all are in it
    if (!this.waiting) this.takeHand();
    this.place = Math.min(this.place, Math.max(0, this.hand.length - 1));
    // a new hand is told from its first die on
    if (!before && data.untold.length) this.place = this.untold[0] ?? this.place;
    this.draw();
    this.notice.show(data.notice);
    this.showLikely();
  }

  takeHand() {
    this.hand = this.data.hand;
    this.untold = this.data.untold;
    this.tapped.clear();
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
    fill(this.box, [this.seats(), ...this.ownDice(), this.story(), this.openers(), this.told(), this.actions(), this.next()].filter(Boolean));
    for (const id of this.nodes.keys()) if (!this.drawn.has(id)) this.nodes.delete(id);
    if (focused && (!focused.isConnected || focused.disabled)) this.goOn(focused);
  }

  // Where the keyboard goes on once what had the focus is gone or off: on the other of two buttons, else before the dice that are
  // to be told, or the next bid. Not on a button there, which a second press in haste would press; and the page stays where it is.
  goOn(from) {
    const other = from.isConnected && from.dataset.by && from.parentElement.querySelector('button:enabled');
    (other || this.nodes.get(this.untold.length ? 'hand' : 'next')).focus({ preventScroll: true });
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
          { disabled: count ? null : '', 'data-do': 'dice', 'data-seat': seat, 'data-by': -1 }, '−'),
        this.node(`${id} number`, 'span', {}, `${count} ${count === 1 ? 'die' : 'dice'}`),
        this.button(`${id} more`, `One die more for player ${seat + 1}`,
          { disabled: count < starting ? null : '', 'data-do': 'dice', 'data-seat': seat, 'data-by': 1 }, '+')));
  }

  // The hand, and the faces to put into it one after the other.
  ownDice() {
    const { viewer, faces } = this.data;
    if (viewer === null) return [];
    const isUntold = (place) => this.untold.includes(place);
    const dice = this.hand.map((face, place) => this.button(`own ${place}`,
      `Your die ${place + 1}: ${this.faceName(face)}${isUntold(place) ? ', to be told' : ''}`,
      { 'aria-pressed': place === this.place, 'data-do': 'place', 'data-place': place, class: isUntold(place) ? 'own untold' : 'own' },
      this.die(`own ${place}`, face)));
    const palette = faces.map((_, i) => this.button(`face ${i + 1}`, `Make it ${this.faceName(i + 1)}`,
      { 'data-do': 'face', 'data-face': i + 1, class: 'face' }, this.die(`face ${i + 1}`, i + 1)));
    return [
      this.node('hand', 'div', { class: 'hand', role: 'group', 'aria-label': 'Your dice', tabindex: -1 },
        this.node('hand words', 'span', { class: 'label' }, this.untold.length ? 'Tap the faces of your dice; the dashed ones are not told yet:'
          : 'Your dice: choose one, then its face'),
        this.node('hand dice', 'div', { class: 'row' }, dice,
          this.untold.length ? this.button('right', null, { class: 'chip' }, 'They are right') : null),
        this.node('palette', 'div', { class: 'row palette', role: 'group', 'aria-label': `Face of die ${this.place + 1}` }, palette)),
    ];
  }

  faceName(face) {
    return this.data.faces[face - 1]?.[0] ?? String(face);
  }

  story() {
    const { bids, palifico } = this.data;
    const said = bids.map(([player, quantity, face]) => `${this.player(player)}: ${this.bidWords(quantity, face)}`);
    return this.node('story', 'p', { class: 'label' }, palifico ? this.node('mark', 'strong', {}, 'Palifico round. ') : null,
      said.length ? `Bids: ${said.join(', ')}` : this.asksOpener() ? 'Nobody has bid yet. Who opens?' : 'Nobody has bid yet.');
  }

  // For who cannot see it: the last bid, and not all of them again.
  told() {
    const last = this.data.bids.at(-1);
    return this.node('told', 'p', { class: 'unseen', role: 'status' },
      last ? `${this.player(last[0])}: ${this.bidWords(last[1], last[2])}` : 'Nobody has bid yet');
  }

  next() {
    const { legal, bidder, likely } = this.data;
    const who = this.player(bidder);
    const isThere = (bid) => legal.some(([quantity, faces]) => faces.some(([face]) => `${quantity} ${face}` === bid));
    if (!isThere(this.bid)) {
      const [quantity, faces] = legal.find(([each]) => each === likely) ?? [];
      this.bid = faces ? `${quantity} ${faces[0][0]}` : null;
    }
    const rows = legal.map(([quantity, faces]) => this.node(`bids ${quantity}`, 'div', { class: 'row' },
      this.node(`times ${quantity}`, 'span', { class: 'times', 'aria-hidden': 'true' }, `${quantity} ×`),
      faces.map(([face, chance]) => this.bidButton(quantity, face, chance))));
    return this.node('next', 'div', { class: 'next', role: 'group', 'aria-label': `Next bid, by ${who}`, tabindex: -1 },
      this.node('next words', 'span', { class: 'label' }, rows.length
        ? `Tap what ${who === 'you' ? 'you bid' : `${who} bids`} next; the bar is its chance by the dice alone:`
        : 'There is no higher bid: dudo is all that is left.'),
      rows.length ? this.node('legal', 'div', { class: 'legal', role: 'toolbar', 'aria-label': 'Bids', 'aria-orientation': 'horizontal' }, rows) : null);
  }

  bidButton(quantity, face, chance) {
    const bid = `${quantity} ${face}`;
    const percent = inPercent(chance);
    const bar = this.node(`chance ${bid}`, 'span', { class: chance >= 0.5 ? 'chance likely' : 'chance', style: `--chance: ${chance}` });
    return this.button(`bid ${bid}`, `Bid ${this.bidWords(quantity, face)}, true ${percent}`,
      { 'data-do': 'bid', 'data-quantity': quantity, 'data-face': face, class: 'bid', title: percent, tabindex: bid === this.bid ? 0 : -1 },
      this.die(`bid ${bid}`, face), bar);
  }

  asksOpener() {
    return !this.data.bids.length && this.data.openers.length > 1;
  }

  openers() {
    if (!this.asksOpener()) return null;
    const { bidder, openers } = this.data;
    return this.node('openers', 'div', { class: 'row', role: 'group', 'aria-label': 'Who opens' }, openers.map((seat) => this.button(
      `opener ${seat}`, null, { 'aria-pressed': seat === bidder, 'data-do': 'opener', 'data-seat': seat, class: 'chip' }, this.player(seat))));
  }

  actions() {
    const { bids, palifico, has_palifico: has, has_calza: hasCalza } = this.data;
    return this.node('actions', 'div', { class: 'actions' },
      this.node('pressed', 'div', { class: 'row' },
        this.button('back', null, { disabled: bids.length ? null : '', class: 'chip' }, 'Take back'),
        this.button('new round', null, { 'aria-expanded': this.asksLoser, class: 'chip' }, 'New round'),
        has || palifico ? this.button('palifico', null, { 'aria-pressed': palifico, class: 'chip',
          title: 'When a player first comes down to one die and more than two are in: aces are not wild and the face is fixed.' },
        'Palifico round') : null),
      this.asksLoser ? this.asked('loser', 'Who lost a die?', [NOBODY]) : null,
      this.asksLoser && hasCalza ? this.asked('winner', 'Or who was right with calza?', []) : null);
  }

  // The players who are in, to choose one of them.
  asked(what, question, others) {
    const { dice } = this.data;
    const players = [...dice.keys()].filter((seat) => dice[seat]);
    return this.node(`${what}s`, 'div', { class: 'row', role: 'group', 'aria-label': question },
      this.node(`${what}s words`, 'span', { class: 'label' }, question),
      [...players, ...others].map((seat) => this.button(`${what} ${seat}`, null, { 'data-do': what, 'data-seat': seat, class: 'chip' },
        seat === NOBODY ? NOBODY : this.player(seat))));
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

  // ------------------------------------------------------------ events

  onClick(e) {
    const target = e.target.closest('[data-do]');
    if (target && !target.disabled) this.act(target.dataset.do, target.dataset);
  }

  onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const [own, bid] = [e.target.closest('.own'), e.target.closest('.bid')];
    const face = Number(e.key);
    if (own && face && face <= this.data.faces.length) this.typeFace(Number(own.dataset.place), face);
    else if (bid && e.key in ARROWS) this.moveTo(bid, ...ARROWS[e.key]);
    else if (this.asksLoser && e.key === 'Escape') this.dismissLoser();
    else return;
    e.preventDefault();
  }

  typeFace(place, face) {
    this.place = place;
    this.setFace(face);
    this.nodes.get(`own ${this.place}`)?.focus();
  }

  // To the bid that is so many to the right or at the end of the row, or on the row so many below the one nearest to it.
  moveTo(bid, right, down) {
    const rows = this.data.legal.map(([quantity, faces]) => faces.map(([face]) => [quantity, face]));
    const [quantity, face] = [Number(bid.dataset.quantity), Number(bid.dataset.face)];
    const at = rows.findIndex(([first]) => first[0] === quantity);
    const row = rows[at + down];
    if (!row) return;
    const nearest = (one, other) => (Math.abs(other[1] - face) < Math.abs(one[1] - face) ? other : one);
    const place = row.findIndex((each) => each[1] === face) + right;
    const [times, of] = down ? row.reduce(nearest) : row[Math.min(Math.max(place, 0), row.length - 1)];
    this.bid = `${times} ${of}`;
    this.draw();
    this.nodes.get(`bid ${this.bid}`).focus();
  }

  dismissLoser() {
    this.askLoser(false);
    this.nodes.get('new round').focus();
  }

  act(what, { seat, by, place, face, quantity }) {
    const does = {
      'players less': () => this.send({ kind: 'players', by: -1 }),
      'players more': () => this.send({ kind: 'players', by: 1 }),
      me: () => this.send({ kind: 'me', seat: Number(seat) === this.data.viewer ? null : Number(seat) }),
      dice: () => this.send({ kind: 'dice', seat: Number(seat), by: Number(by) }),
      place: () => this.choose(Number(place)),
      face: () => this.setFace(Number(face)),
      right: () => this.tell(this.untold),
      opener: () => this.send({ kind: 'opener', seat: Number(seat) }),
      bid: () => this.send({ kind: 'bid', quantity: Number(quantity), face: Number(face), bids: this.data.bids.length }),
      back: () => this.send({ kind: 'back' }),
      'new round': () => this.askLoser(!this.asksLoser),
      loser: () => this.endRound({ loser: seat === NOBODY ? null : Number(seat) }),
      winner: () => this.endRound({ winner: Number(seat) }),
      palifico: () => this.send({ kind: 'palifico', on: !this.data.palifico }),
    };
    does[what]();
  }

  askLoser(asks) {
    this.asksLoser = asks;
    this.draw();
  }

  endRound(how) {
    this.askLoser(false);
    // of the next one the viewer's dice are told first
    this.nodes.get('hand')?.focus({ preventScroll: true });
    this.send({ kind: 'new_round', ...how });
  }

  choose(place) {
    this.place = place;
    this.draw();
  }

  setFace(face) {
    const told = this.place;
    this.hand = this.hand.map((now, place) => (place === told ? face : now));
    // on to the next die that is to be told, if there is one
    const others = this.untold.filter((place) => place !== told);
    this.place = others.find((place) => place > told) ?? others[0] ?? (told + 1) % this.hand.length;
    this.tell([told]);
  }

  tell(places) {
    for (const place of places) this.tapped.add(place);
    this.untold = this.untold.filter((place) => !this.tapped.has(place));
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
    this.waiting = { revision: this.data.revision, timer };
    const edit = this.queue.shift();
    this.trigger(edit.kind === 'hand' ? { ...edit, hand: this.hand, untold: this.untold } : edit);
  }

  // What was not answered did not happen, and is not shown any longer.
  giveUp() {
    this.settle();
    this.pump();
    if (this.waiting) return;
    this.takeHand();
    this.draw();
  }

  settle() {
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
  }
}
