// A round of Perudo: the seats and their dice, the viewer's hand, the bids, and the legal next bids.
// It draws the data of the server and sends events. The hand alone shows taps at once, because people enter five dice quickly.
// The length of the bar under a bid is the bid's chance from the dice alone.

const PIPS = ['', '4', '08', '048', '0268', '02468', '023568'];   // cells of the pips in a 3 x 3 grid, by rows from the top left
const NOBODY = 'nobody';
// How far a key moves in the list of bids: [bids to the right, rows down].
const KEY_STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-Infinity, 0], End: [Infinity, 0] };

export default (component) => show(Round, component);

// ---------------------------------------------------------------- drawing helpers

// Return the picture of a die: pips for faces 1 to 6, a number for higher faces, nothing for face 0.
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

// Return a chance in words. Only impossible and certain events are called so.
function inWords(chance) {
  if (chance === 0 || chance === 1) return chance ? 'certain' : 'impossible';
  const percent = Math.round(100 * chance);
  if (percent === 0) return 'less than 1%';
  return percent === 100 ? 'more than 99%' : `${percent}%`;
}

// Set the children of a node. Children that stay are not moved, because a moved node loses the focus.
function fill(node, children) {
  const same = (current, child) => current === child || (current?.nodeType === Node.TEXT_NODE && current.data === child);
  for (const current of [...node.childNodes]) if (!children.some((child) => same(current, child))) current.remove();
  children.forEach((child, i) => {
    const current = node.childNodes[i] ?? null;
    if (!same(current, child)) node.insertBefore(typeof child === 'string' ? document.createTextNode(child) : child, current);
  });
}

// ---------------------------------------------------------------- the round

class Round {
  constructor(root) {
    this.box = root.querySelector('.board');
    this.notice = new Notice(root);
    this.nodes = new Map();
    this.data = null;
    this.events = new EventQueue(this.box, () => this.onLost());
    this.waitingHand = null;   // the hand event that was queued last
    this.listeners = null;
    this.hand = [];
    this.unconfirmed = [];             // places of dice that the viewer has not entered or confirmed
    this.tappedPlaces = new Set();     // places of dice entered since the server last answered
    this.activePlace = 0;              // place of the die that the next tapped face sets
    this.isChoosingLoser = false;
    this.tabStop = null;               // the bid in the list that the Tab key reaches, as "quantity face"
    this.scrolledBids = null;          // the bids made, as JSON, when the list was last scrolled
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
    const wasUnconfirmed = this.data?.untold.length;
    this.data = data;
    this.events.receive(data.revision);
    // Faces tapped since the last event was sent stay on the dice that still exist.
    this.hand = data.hand.map((face, place) => this.hand[place] ?? face);
    this.unconfirmed = data.untold.filter((place) => !this.tappedPlaces.has(place));
    this.events.sendNext();
    // If no event is on its way, the server has received all taps.
    if (!this.events.pending) this.resetHand();
    this.activePlace = Math.min(this.activePlace, Math.max(0, this.hand.length - 1));
    // Entering a new hand starts at its first unconfirmed die.
    if (!wasUnconfirmed && data.untold.length) this.activePlace = this.unconfirmed[0] ?? this.activePlace;
    this.draw();
    this.notice.show(data.notice);
    this.showLikely();
  }

  // Show the server's hand, without taps that the server has not received.
  resetHand() {
    this.hand = this.data.hand;
    this.unconfirmed = this.data.untold;
    this.tappedPlaces.clear();
  }

  // ------------------------------------------------------------ drawing

  // Return the node with an id, created if needed. Drawing it again updates the same node, so it keeps the focus and clicks.
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
    fill(this.box, [this.seats(), ...this.ownDice(), this.bidHistory(), this.openers(), this.status(), this.nextBids(), this.actions()].filter(Boolean));
    for (const id of this.nodes.keys()) if (!this.drawn.has(id)) this.nodes.delete(id);
    if (focused && (!focused.isConnected || focused.disabled)) this.moveFocus(focused);
  }

  // Move the focus when its button was removed or disabled: to the other button of a pair, else to the group of unconfirmed dice
  // or of next bids. A button inside the group must not get the focus, because a double press would press it.
  moveFocus(from) {
    const other = from.isConnected && from.dataset.by && from.parentElement.querySelector('button:enabled');
    (other || this.nodes.get(this.unconfirmed.length ? 'hand' : 'next')).focus({ preventScroll: true });
  }

  player(seat) {
    return seat === this.data.viewer ? 'you' : `player ${seat + 1}`;
  }

  bidWords(quantity, face) {
    return `${quantity} ${this.data.faces[face - 1][quantity > 1 ? 1 : 0]}`;
  }

  seats() {
    return this.node('seats', 'div', { class: 'seats', role: 'group', 'aria-label': 'Players and their dice' },
      this.data.dice.map((count, seat) => this.seat(seat, count)));
  }

  numberOfPlayers() {
    const { dice, most_players: maxPlayers } = this.data;
    return this.node('chairs', 'div', { class: 'chairs' },
      this.button('players less', 'One player less', { disabled: dice.length > 2 ? null : '' }, '−'),
      this.node('chairs words', 'span', {}, `${dice.length} players`),
      this.button('players more', 'One player more', { disabled: dice.length < maxPlayers ? null : '' }, '+'));
  }

  seat(seat, count) {
    const { bids, viewer, bidder, starting, palifico } = this.data;
    const isViewer = seat === viewer;
    const id = `seat ${seat}`;
    const last = bids.filter(([player]) => player === seat).at(-1);
    const lastBid = last && this.node(`${id} said`, 'span', { class: last === bids.at(-1) ? 'said current' : 'said' },
      this.node(`${id} words`, 'span', { class: 'unseen' }, this.bidWords(last[1], last[2])),
      this.node(`${id} times`, 'span', { 'aria-hidden': 'true' }, `${last[1]} ×`), this.die(`${id} said`, last[2]));
    const cup = Array.from({ length: count }, (_, i) => this.die(`${id} ${i}`, isViewer ? this.hand[i] ?? 0 : 0));
    const classes = ['seat', isViewer && 'mine', !count && 'out', seat === bidder && 'turn', palifico && count === 1 && 'last'];
    return this.node(id, 'div', { class: classes.filter(Boolean).join(' '), role: 'group', 'aria-label': `Player ${seat + 1}` },
      this.button(`${id} me`, isViewer ? `You are player ${seat + 1}; look on instead` : `I am player ${seat + 1}`,
        { 'aria-pressed': isViewer, disabled: count ? null : '', 'data-do': 'me', 'data-seat': seat, class: 'name' }, this.player(seat)),
      this.node(`${id} bid`, 'span', { class: 'last' }, lastBid ?? null),
      this.node(`${id} cup`, 'div', { class: 'cup', 'aria-hidden': 'true' }, count ? cup : ['out']),
      this.node(`${id} count`, 'div', { class: 'count' },
        this.button(`${id} less`, `One die less for player ${seat + 1}`,
          { disabled: count ? null : '', 'data-do': 'dice', 'data-seat': seat, 'data-by': -1 }, '−'),
        this.node(`${id} number`, 'span', {}, String(count),
          this.node(`${id} unit`, 'span', { class: 'unseen' }, count === 1 ? ' die' : ' dice')),
        this.button(`${id} more`, `One die more for player ${seat + 1}`,
          { disabled: count < starting ? null : '', 'data-do': 'dice', 'data-seat': seat, 'data-by': 1 }, '+')));
  }

  // The viewer's dice, and the faces that set them one after the other.
  ownDice() {
    const { viewer, faces } = this.data;
    if (viewer === null) return [];
    const isUnconfirmed = (place) => this.unconfirmed.includes(place);
    const dice = this.hand.map((face, place) => this.button(`own ${place}`,
      `Your die ${place + 1}: ${this.faceName(face)}${isUnconfirmed(place) ? ', not confirmed' : ''}`,
      { 'aria-pressed': place === this.activePlace, 'data-do': 'place', 'data-place': place, class: isUnconfirmed(place) ? 'own untold' : 'own' },
      this.die(`own ${place}`, face)));
    const palette = faces.map((_, i) => this.button(`face ${i + 1}`, `Make it ${this.faceName(i + 1)}`,
      { 'data-do': 'face', 'data-face': i + 1, class: 'face' }, this.die(`face ${i + 1}`, i + 1)));
    return [
      this.node('hand', 'div', { class: 'hand', role: 'group', 'aria-label': 'Your dice', tabindex: -1 },
        this.node('hand words', 'span', { class: 'label' }, this.unconfirmed.length ? 'Enter your dice. Dashed dice aren’t confirmed yet.'
          : 'Your dice: tap one, then tap its face.'),
        this.node('hand dice', 'div', { class: 'row' }, dice,
          this.unconfirmed.length ? this.button('right', null, { class: 'chip' }, 'Confirm dice') : null),
        this.node('palette', 'div', { class: 'row palette', role: 'group', 'aria-label': `Face of die ${this.activePlace + 1}` }, palette)),
    ];
  }

  faceName(face) {
    return this.data.faces[face - 1]?.[0] ?? String(face);
  }

  bidHistory() {
    const { bids, palifico } = this.data;
    const lines = bids.map(([player, quantity, face]) => `${this.player(player)}: ${this.bidWords(quantity, face)}`);
    return this.node('story', 'p', { class: 'label' }, palifico ? this.node('mark', 'strong', {}, 'Palifico round. ') : null,
      lines.length ? `Bids: ${lines.join(', ')}` : this.hasOpenerChoice() ? 'Nobody has bid yet. Who opens?' : 'Nobody has bid yet.');
  }

  // Announce the last bid to screen readers, not the whole history again.
  status() {
    const last = this.data.bids.at(-1);
    return this.node('status', 'p', { class: 'unseen', role: 'status' },
      last ? `${this.player(last[0])}: ${this.bidWords(last[1], last[2])}` : 'Nobody has bid yet');
  }

  nextBids() {
    const { legal, bidder, likely, has_calza: hasCalza } = this.data;
    const name = this.player(bidder);
    const isLegal = (bid) => legal.some(([quantity, faces]) => faces.some(([face]) => `${quantity} ${face}` === bid));
    if (!isLegal(this.tabStop)) {
      const [quantity, faces] = legal.find(([rowQuantity]) => rowQuantity === likely) ?? [];
      this.tabStop = faces ? `${quantity} ${faces[0][0]}` : null;
    }
    const rows = legal.map(([quantity, faces]) => this.node(`bids ${quantity}`, 'div', { class: 'row' },
      this.node(`times ${quantity}`, 'span', { class: 'times', 'aria-hidden': 'true' }, `${quantity} ×`),
      faces.map(([face, chance]) => this.bidButton(quantity, face, chance))));
    return this.node('next', 'div', { class: 'next', role: 'group', 'aria-label': `Next bid, by ${name}`, tabindex: -1 },
      this.node('next words', 'span', { class: 'label' }, rows.length
        ? `Tap ${name === 'you' ? 'your' : `${name}’s`} next bid. The bars show chances from the dice alone${this.data.bids.length ? '; the advice uses the bids too' : ''}.`
        : `No raise is legal: ${name} can only call dudo${hasCalza ? ' or calza' : ''}.`),
      rows.length ? this.node('legal', 'div', { class: 'legal', role: 'toolbar', 'aria-label': 'Bids', 'aria-orientation': 'horizontal' }, rows) : null);
  }

  bidButton(quantity, face, chance) {
    const bid = `${quantity} ${face}`;
    const words = inWords(chance);
    const bar = this.node(`chance ${bid}`, 'span', { class: chance >= 0.5 ? 'chance likely' : 'chance', style: `--chance: ${chance}` });
    return this.button(`bid ${bid}`, `Bid ${this.bidWords(quantity, face)}; chance from the dice alone: ${words}`,
      { 'data-do': 'bid', 'data-quantity': quantity, 'data-face': face, class: 'bid', title: words, tabindex: bid === this.tabStop ? 0 : -1 },
      this.die(`bid ${bid}`, face), bar);
  }

  hasOpenerChoice() {
    return !this.data.bids.length && this.data.openers.length > 1;
  }

  openers() {
    if (!this.hasOpenerChoice()) return null;
    const { bidder, openers } = this.data;
    return this.node('openers', 'div', { class: 'row', role: 'group', 'aria-label': 'Who opens' }, openers.map((seat) => this.button(
      `opener ${seat}`, null, { 'aria-pressed': seat === bidder, 'data-do': 'opener', 'data-seat': seat, class: 'chip' }, this.player(seat))));
  }

  actions() {
    const { bids, palifico, has_palifico: hasPalifico, has_calza: hasCalza, can_undo: canUndo } = this.data;
    return this.node('actions', 'div', { class: 'actions' },
      this.node('pressed', 'div', { class: 'row' },
        this.button('back', null, { disabled: bids.length ? null : '', class: 'chip' }, 'Take back bid'),
        this.button('new round', null, { 'aria-expanded': this.isChoosingLoser, class: 'chip' }, 'Start new round'),
        hasPalifico || palifico ? this.button('palifico', null, { 'aria-pressed': palifico, class: 'chip',
          title: 'For the round after a player first reaches one die, with more than two players in. Aces aren’t wild.' },
        'Palifico round') : null,
        this.button('undo', null, { disabled: canUndo ? null : '', class: 'chip' }, 'Undo'),
        this.numberOfPlayers()),
      this.isChoosingLoser ? this.playerChoice('loser', 'Who lost a die?', [NOBODY]) : null,
      this.isChoosingLoser && hasCalza ? this.playerChoice('winner', 'Or who called calza and was right?', []) : null);
  }

  // A button for each player with dice, and for each of the other answers.
  playerChoice(kind, question, others) {
    const { dice } = this.data;
    const players = [...dice.keys()].filter((seat) => dice[seat]);
    return this.node(`${kind}s`, 'div', { class: 'row', role: 'group', 'aria-label': question },
      this.node(`${kind}s words`, 'span', { class: 'label' }, question),
      [...players, ...others].map((seat) => this.button(`${kind} ${seat}`, null, { 'data-do': kind, 'data-seat': seat, class: 'chip' },
        seat === NOBODY ? NOBODY : this.player(seat))));
  }

  // Scroll the list of bids to the row that the server names, where openings are about as likely true as false.
  showLikely() {
    const bids = JSON.stringify(this.data.bids);
    if (bids === this.scrolledBids) return;
    this.scrolledBids = bids;
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
    const [die, bid] = [e.target.closest('.own'), e.target.closest('.bid')];
    const face = Number(e.key);
    if (die && face && face <= this.data.faces.length) this.typeFace(Number(die.dataset.place), face);
    else if (bid && e.key in KEY_STEPS) this.moveBidFocus(bid, ...KEY_STEPS[e.key]);
    else if (this.isChoosingLoser && e.key === 'Escape') this.dismissLoser();
    else return;
    e.preventDefault();
  }

  typeFace(place, face) {
    this.activePlace = place;
    this.setFace(face);
    this.nodes.get(`own ${this.activePlace}`)?.focus();
  }

  // Move the focus from a bid by a number of bids within its row, or by a number of rows to the bid with the nearest face.
  moveBidFocus(bid, right, down) {
    const rows = this.data.legal.map(([quantity, faces]) => faces.map(([face]) => [quantity, face]));
    const [quantity, face] = [Number(bid.dataset.quantity), Number(bid.dataset.face)];
    const index = rows.findIndex(([first]) => first[0] === quantity);
    const row = rows[index + down];
    if (!row) return;
    const nearest = (one, other) => (Math.abs(other[1] - face) < Math.abs(one[1] - face) ? other : one);
    const column = row.findIndex(([, rowFace]) => rowFace === face) + right;
    const [newQuantity, newFace] = down ? row.reduce(nearest) : row[Math.min(Math.max(column, 0), row.length - 1)];
    this.tabStop = `${newQuantity} ${newFace}`;
    this.draw();
    this.nodes.get(`bid ${this.tabStop}`).focus();
  }

  dismissLoser() {
    this.setChoosingLoser(false);
    this.nodes.get('new round').focus();
  }

  act(action, { seat, by, place, face, quantity }) {
    const handlers = {
      'players less': () => this.send({ kind: 'players', by: -1 }),
      'players more': () => this.send({ kind: 'players', by: 1 }),
      me: () => this.send({ kind: 'me', seat: Number(seat) === this.data.viewer ? null : Number(seat) }),
      dice: () => this.send({ kind: 'dice', seat: Number(seat), by: Number(by) }),
      place: () => this.choose(Number(place)),
      face: () => this.setFace(Number(face)),
      right: () => this.confirm(this.unconfirmed),
      opener: () => this.send({ kind: 'opener', seat: Number(seat) }),
      bid: () => this.send({ kind: 'bid', quantity: Number(quantity), face: Number(face), bids: this.data.bids.length }),
      back: () => this.send({ kind: 'back' }),
      // Whether there is a step to undo is checked when the event is sent.
      undo: () => this.events.push(() => this.data.can_undo && { kind: 'undo' }),
      'new round': () => this.setChoosingLoser(!this.isChoosingLoser),
      loser: () => this.endRound({ loser: seat === NOBODY ? null : Number(seat) }),
      winner: () => this.endRound({ winner: Number(seat) }),
      palifico: () => this.send({ kind: 'palifico', on: !this.data.palifico }),
    };
    handlers[action]();
  }

  setChoosingLoser(isChoosing) {
    this.isChoosingLoser = isChoosing;
    this.draw();
  }

  endRound(result) {
    this.setChoosingLoser(false);
    // The next round starts with entering the viewer's dice.
    this.nodes.get('hand')?.focus({ preventScroll: true });
    this.send({ kind: 'new_round', ...result });
  }

  choose(place) {
    this.activePlace = place;
    this.draw();
  }

  setFace(face) {
    const active = this.activePlace;
    this.hand = this.hand.map((oldFace, place) => (place === active ? face : oldFace));
    // The next active die is the next unconfirmed one, or the next die if all others are confirmed.
    const others = this.unconfirmed.filter((place) => place !== active);
    this.activePlace = others.find((place) => place > active) ?? others[0] ?? (active + 1) % this.hand.length;
    this.confirm([active]);
  }

  confirm(places) {
    for (const place of places) this.tappedPlaces.add(place);
    this.unconfirmed = this.unconfirmed.filter((place) => !this.tappedPlaces.has(place));
    this.draw();
    // A hand event has the whole hand as it is when the event is sent, so one that waits at the end of the queue is enough.
    const hand = () => ({ kind: 'hand', hand: this.hand, untold: this.unconfirmed });
    if (this.events.waiting.at(-1) === this.waitingHand) this.events.waiting.pop();
    this.waitingHand = hand;
    this.events.push(hand);
  }

  send(event) {
    this.events.push(() => event);
  }

  // Show the server's hand again once no event is on its way.
  onLost() {
    if (this.events.pending) return;
    this.resetHand();
    this.draw();
  }
}
