// A round of Perudo: the seats in turn order with their last bids, the viewer's hand, the legal next bids and calls.
// It draws the data of the server and sends events. The hand alone shows taps at once, because people enter five dice quickly.
// The length of the bar under a bid is how often the bid is true, given the bids.

const PIPS = ['', '4', '08', '048', '0268', '02468', '023568'];   // cells of the pips in a 3 x 3 grid, by rows from the top left
// The number of quantities in a row, before the button that shows them all.
const FEW_QUANTITIES = 5;
// How far a key moves in a row of buttons that is one tab stop.
const KEY_STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

export default (component) => show(Round, component);

// ---------------------------------------------------------------- drawing helpers

// Return the picture of a die: pips for faces 1 to 6, a number for higher faces, nothing for face 0.
function dieArt(face) {
  const pips = [...PIPS[face] ?? ''].map((place) => make('circle', { cx: 8 + 7 * (place % 3), cy: 8 + 7 * Math.floor(place / 3), r: 2.7 }));
  const number = face >= PIPS.length ? [make('text', { x: 15, y: 21 }, [face])] : [];
  const edge = make('rect', { class: 'edge', x: 1, y: 1, width: 28, height: 28, rx: 6 });
  return make('svg', { viewBox: '0 0 30 30', 'aria-hidden': 'true' }, [edge, ...pips, ...number]);
}

// Return a chance in words; the server gives null if the answer is hidden. Only impossible and certain events are called so.
function inWords(chance) {
  if (chance === null) return 'hidden';
  if (chance === 0 || chance === 1) return chance ? 'certain' : 'impossible';
  const percent = Math.round(100 * chance);
  if (percent === 0) return 'less than 1%';
  return percent === 100 ? 'more than 99%' : `${percent}%`;
}

// ---------------------------------------------------------------- the round

class Round extends SharedBoard {
  constructor(root) {
    super(root);
    this.nodes = new Map();
    this.waitingHand = null;   // the hand event that was queued last
    this.best = null;                  // the event of the advised move
    this.hand = [];
    this.unconfirmed = [];             // places of dice that the viewer has not entered or confirmed
    this.tappedPlaces = new Set();     // places of dice entered since the server last answered
    this.activePlace = 0;              // place of the die that the next tapped face sets
    this.isChoosingLoser = false;
    this.isEntering = false;           // whether the faces are shown in the place of the viewer's dice
    this.calling = null;               // "dudo" or "calza" while the outcome of the call is asked for
    this.caller = null;                // the player who calls calza
    this.quantity = 0;                 // the quantity chosen for the next bid; 0 for the lowest legal one of each face
    this.isQuantityEarly = false;      // whether the quantity was chosen before the answer to the last event, for the bid after it
    this.showsAllQuantities = false;
    this.bidsMade = null;              // the bids made, as JSON, when the quantity was last reset
    this.tabStops = {};                // by group of buttons, the one that the Tab key reaches
  }

  update(data) {
    const wasUnconfirmed = this.data?.unconfirmed.length;
    const likelyBefore = this.data?.likely;
    const asksBefore = this.data?.asks ?? false;
    this.data = data;
    this.events.receive(data.revision);
    // Faces tapped since the last event was sent stay on the dice that still exist.
    this.hand = data.hand.map((face, place) => this.hand[place] ?? face);
    this.unconfirmed = data.unconfirmed.filter((place) => !this.tappedPlaces.has(place));
    this.events.sendNext();
    // If no event is on its way, the server has received all taps.
    if (!this.events.pending) this.resetHand();
    this.activePlace = Math.min(this.activePlace, Math.max(0, this.hand.length - 1));
    // Entering a new hand starts at its first unconfirmed die.
    if (!wasUnconfirmed && data.unconfirmed.length) this.activePlace = this.unconfirmed[0] ?? this.activePlace;
    const bids = JSON.stringify([data.bids, data.dice, data.bidder]);
    // A quantity that nobody chose follows the dice.
    if (bids !== this.bidsMade) {
      Object.assign(this, { bidsMade: bids, quantity: this.isQuantityEarly ? this.quantity : data.likely,
        showsAllQuantities: false, calling: null });
    } else if (this.quantity === likelyBefore && !this.isQuantityEarly) this.quantity = data.likely;
    // The outcome of dudo is also asked for when the advice is followed.
    if (data.asks !== asksBefore) this.calling = data.asks ? 'dudo' : null;
    this.isQuantityEarly &&= this.events.pending !== null;
    if (!this.quantities().includes(this.quantity)) this.quantity = 0;
    this.draw();
    this.freeHeight();
  }

  markBest(event, _, badge) {
    this.best = event;
    this.badge = badge;
    // Before the first bid the keys are about the advised one, as the headline is, unless a quantity has been chosen.
    if (!this.data.bids.length && event?.kind === 'bid' && this.quantity === this.data.likely) {
      this.quantity = this.data.likely = event.quantity;
    }
    this.draw();
  }

  // Show the server's hand, without taps that the server has not received.
  resetHand() {
    this.hand = this.data.hand;
    this.unconfirmed = this.data.unconfirmed;
    this.tappedPlaces.clear();
  }

  // ------------------------------------------------------------ drawing

  // Return the node with an id, created if needed. Drawing it again updates the same node, so it keeps the focus and clicks.
  keepNode(id, create) {
    if (!this.nodes.has(id)) this.nodes.set(id, create());
    this.drawn.add(id);
    return this.nodes.get(id);
  }

  node(id, tag, attributes, ...children) {
    const node = this.keepNode(id, () => html(tag));
    assign(node, attributes);
    fill(node, children.flat().filter((child) => child !== null));
    return node;
  }

  // ``act`` is called by a tap.
  button(id, label, { act, ...attributes }, ...children) {
    const node = this.node(id, 'button', { type: 'button', 'aria-label': label, 'data-id': id, ...attributes }, ...children);
    node.onclick = act;
    return node;
  }

  die(id, face) {
    return this.keepNode(`${id} die ${face}`, () => html('span', { class: face ? 'die' : 'die hidden' }, [dieArt(face)]));
  }

  draw() {
    const { root } = this;
    const focused = root.activeElement;
    this.drawn = new Set();
    fill(this.box, [this.seats(), this.ownDice(), this.data.winner === null ? this.nextBids() : null,
      this.status(), this.actions()].filter(Boolean));
    for (const id of this.nodes.keys()) if (!this.drawn.has(id)) this.nodes.delete(id);
    if (focused && (!focused.isConnected || focused.disabled)) this.moveFocus(focused);
    // Seats move when another one is the viewer's.
    else if (focused !== root.activeElement) focused?.focus({ preventScroll: true });
    // Where many seats scroll, that of the player to move is in sight.
    const turn = this.nodes.get(`seat ${this.data.bidder}`);
    if (this.turn !== turn) turn.parentElement.scrollTop = turn.offsetTop - turn.parentElement.clientHeight / 2;
    this.turn = turn;
  }

  // Move the focus when its button was removed or disabled: to the other button of a pair, else to the group of unconfirmed dice
  // or of next bids. A button inside the group must not get the focus, because a double press would press it.
  moveFocus(from) {
    const other = from.isConnected && from.closest('.count')?.querySelector('button:enabled');
    (other || this.nodes.get(this.unconfirmed.length ? 'hand' : 'next'))?.focus({ preventScroll: true });
  }

  player(seat) {
    return seat === this.data.viewer ? 'you' : this.data.names[seat];
  }

  // The name at the start of a label.
  title(seat) {
    const name = this.data.names[seat];
    return name[0].toUpperCase() + name.slice(1);
  }

  // "you lose a die", "Ann loses a die", in a sentence or on a button.
  does(seat, verb, rest) {
    return `${this.player(seat)} ${seat === this.data.viewer ? verb : `${verb}s`} ${rest}`;
  }

  bidWords(quantity, face) {
    return `${quantity} ${this.data.faces[face - 1][quantity > 1 ? 1 : 0]}`;
  }

  // The seats in turn order, the viewer's last, so that the bids come down to it.
  seats() {
    const { bidder, bids, dice, openers, viewer, winner } = this.data;
    const from = (first) => dice.map((_, i) => (first + i) % dice.length);
    const next = from(bidder + 1).find((seat) => dice[seat]);
    const note = (seat) => {
      if (!dice[seat]) return 'out';
      if (winner !== null) return '';
      if (!bids.length && openers.length > 1 && openers.includes(seat)) {
        return this.button(`opener ${seat}`, `${this.title(seat)} opens`,
          { 'aria-pressed': seat === bidder, class: 'name', act: () => this.send({ kind: 'opener', seat }) }, 'opens');
      }
      if (seat === bidder) return seat === viewer ? 'your turn' : 'to move';
      return seat === next ? '↳ next' : '';
    };
    return this.node('seats', 'div', { class: 'seats', role: 'group', 'aria-label': 'Players and their dice' },
      from(viewer === null ? 0 : viewer + 1).map((seat) => this.seat(seat, dice[seat], note(seat))));
  }

  seat(seat, count, note) {
    const { bids, viewer, bidder, starting, winner } = this.data;
    const isViewer = seat === viewer;
    const id = `seat ${seat}`;
    const last = bids.filter(([player]) => player === seat).at(-1);
    const lastBid = last && this.node(`${id} said`, 'span', { class: last === bids.at(-1) ? 'said current' : 'said' },
      this.node(`${id} words`, 'span', { class: 'unseen' }, this.bidWords(last[1], last[2])),
      this.node(`${id} times`, 'span', { 'aria-hidden': 'true' }, `${last[1]} ×`), this.die(`${id} said`, last[2]));
    // The viewer's dice are here only while they are entered: then the faces take their place below the seats.
    const isEntered = isViewer && this.isChoosingFace();
    const cup = Array.from({ length: isViewer && !isEntered ? 0 : count }, (_, i) => this.cupDie(id, i, isViewer));
    const classes = ['seat', isEntered && 'entered', seat === bidder && winner === null && 'turn'];
    return this.node(id, 'div', { class: classes.filter(Boolean).join(' '), role: 'group', 'aria-label': this.title(seat) },
      this.button(`${id} me`, isViewer ? `You are ${this.data.names[seat]}; look on instead` : `I am ${this.data.names[seat]}`,
        { 'aria-pressed': isViewer, disabled: count ? null : '', class: 'name',
          act: () => this.send({ kind: 'me', seat: isViewer ? null : seat }) }, this.player(seat)),
      this.node(`${id} note`, 'span', { class: 'note' }, note),
      this.node(`${id} bid`, 'span', {}, lastBid ?? null),
      this.node(`${id} cup`, 'div', { class: 'cup', 'aria-hidden': 'true' }, cup),
      this.node(`${id} count`, 'div', { class: 'count' },
        this.button(`${id} less`, `One die less for ${this.data.names[seat]}`,
          { disabled: count ? null : '', act: () => this.send({ kind: 'dice', seat, by: -1 }) }, '−'),
        this.node(`${id} number`, 'span', {}, String(count),
          this.node(`${id} unit`, 'span', { class: 'unseen' }, count === 1 ? ' die' : ' dice')),
        this.button(`${id} more`, `One die more for ${this.data.names[seat]}`,
          { disabled: count < starting ? null : '', act: () => this.send({ kind: 'dice', seat, by: 1 }) }, '+')));
  }

  // A die under a cup. The viewer's are marked while they are entered.
  cupDie(id, place, isViewer) {
    const die = this.die(`${id} ${place}`, isViewer ? this.hand[place] ?? 0 : 0);
    if (!isViewer) return die;
    const isActive = this.isChoosingFace() && place === this.activePlace;
    const classes = [this.unconfirmed.includes(place) && 'unconfirmed', isActive && 'active'].filter(Boolean);
    return this.node(`${id} place ${place}`, 'span', { class: ['own-cup', ...classes].join(' ') }, die);
  }

  isChoosingFace() {
    return this.isEntering || this.unconfirmed.length > 0;
  }

  // One row: the viewer's dice, or in their place the faces of one of them.
  ownDice() {
    if (this.data.viewer === null) return null;
    const dice = () => [this.node('hand words', 'span', { class: 'note', 'aria-hidden': 'true' }, 'Your dice'),
      ...this.hand.map((_, place) => this.ownDie(place))];
    return this.node('hand', 'div', { class: 'hand row', role: 'group', 'aria-label': 'Your dice', 'data-hand': this.hand.join(''), tabindex: -1 },
      this.isChoosingFace() ? this.palette() : dice());
  }

  ownDie(place) {
    return this.button(`own ${place}`, `Your die ${place + 1}: ${this.faceName(this.hand[place])}`,
      { class: 'own', title: 'Change this die', act: () => this.change({ activePlace: place, isEntering: true }) },
      this.die(`own ${place}`, this.hand[place]));
  }

  palette() {
    const words = this.unconfirmed.length ? `Confirm dice: ${this.hand.map((face) => this.faceName(face)).join(', ')}` : 'Keep this die';
    return this.node('palette', 'div', { class: 'row palette', role: 'group', 'aria-label': `Face of die ${this.activePlace + 1}` },
      this.data.faces.map((_, i) => this.button(`face ${i + 1}`, `Make it ${this.faceName(i + 1)}`,
        { class: 'face', act: () => this.setFace(i + 1) }, this.die(`face ${i + 1}`, i + 1))),
      this.button('right', words, { class: 'done', title: words, act: () => this.confirm(this.unconfirmed) }, '✓'));
  }

  faceName(face) {
    return this.data.faces[face - 1]?.[0] ?? String(face);
  }

  // Announce the last bid to screen readers, not the whole history again.
  status() {
    const last = this.data.bids.at(-1);
    return this.node('status', 'p', { class: 'unseen', role: 'status' },
      last ? `${this.player(last[0])}: ${this.bidWords(last[1], last[2])}` : 'Nobody has bid yet');
  }

  // The bids that one tap makes, then the calls and the other quantities.
  nextBids() {
    const name = this.player(this.data.bidder);
    return this.node('next', 'div', { class: 'next', role: 'group', 'aria-label': `Next bid, by ${name}`, tabindex: -1 },
      this.calling ? this.outcomes() : [this.bidRow(), this.calls()]);
  }

  calls() {
    const { bids, legal, callers, viewer, no_calza: noCalza, may_allow_more: mayAllowMore } = this.data;
    const calza = viewer === null || callers.includes(viewer) ? 'Calza' : 'Calza by another';
    return this.node('calls', 'div', { class: 'row calls' },
      this.button('dudo', null,
        { class: this.isBest('ask') ? 'call best' : 'call', disabled: bids.length ? null : '', act: () => this.call('dudo') },
        'Dudo', this.bestTab(this.isBest('ask'), 'dudo')),
      noCalza === null ? null : this.button('calza', null,
        { class: 'call', disabled: noCalza ? '' : null, title: noCalza, act: () => this.call('calza') }, calza),
      this.quantityRow(),
      legal.length || !bids.length ? null : this.node('no raise', 'span', {}, 'No raise is legal'),
      mayAllowMore ? this.button('any higher', 'Allow any higher raise', { class: 'chip', title: 'Raises: any higher',
        act: () => this.send({ kind: 'set', name: 'raise_rule', value: 'any_higher' }) }, 'Raises: any higher') : null);
  }

  // Whether the advice is a move: a bid, or to ask for the outcome of dudo.
  isBest(kind, quantity, face) {
    return this.best?.kind === kind && this.best.quantity === quantity && this.best.face === face;
  }

  bestTab(isBest, id) {
    return isBest ? this.node(`best ${id}`, 'span', { class: 'tab' }, this.badge) : null;
  }

  // What the cups showed after a call, as two buttons.
  outcomes() {
    const { bids, bidder, callers, dice, starting, others_lose: othersLose } = this.data;
    const [last, quantity, face] = bids.at(-1);
    const words = this.bidWords(quantity, face);
    const loses = (seat) => this.does(seat, 'lose', 'a die');
    const wins = (seat) => (othersLose ? 'all others lose a die' : dice[seat] < starting ? this.does(seat, 'win', 'a die') : this.does(seat, 'keep', 'all dice'));
    const [right, wrong] = this.calling === 'dudo'
      ? [['false', `Bid false, ${quantity - 1 ? `at most ${this.bidWords(quantity - 1, face)}` : `no ${this.data.faces[face - 1][1]}`}: ${loses(last)}`],
        ['true', `Bid true, ${words} or more: ${loses(bidder)}`]]
      : [['exact', `Exactly ${words}: ${wins(this.caller)}`],
        ['not exact', `Not exactly ${words}: ${loses(this.caller)}`]];
    const outcome = ([id, words], isRight) => this.button(`outcome ${id}`, null,
      { class: 'call wide', act: () => this.endCall(isRight) }, words);
    return this.node('outcomes', 'div', { class: 'outcomes', role: 'group', 'aria-label': `After ${this.calling}`, tabindex: -1 },
      this.calling === 'calza' && callers.length > 1
        ? this.playerChoice('caller', 'Who calls calza?', callers, (caller) => this.change({ caller }), this.caller) : null,
      outcome(wrong, false), outcome(right, true), this.button('cancel', null, { class: 'chip', act: () => this.cancelCall() }, 'Cancel'));
  }

  // All legal quantities, in ascending order.
  quantities() {
    const found = this.data.legal.flatMap(([, lowest, chances]) => chances.map((_, i) => lowest + i));
    return [...new Set(found)].sort((one, other) => one - other);
  }

  // A few quantities, from the lowest legal one or around a likely one, then the button for all of them.
  quantityRow() {
    if (this.data.legal.every(([, , chances]) => chances.length === 1)) return null;
    const all = this.quantities();
    const first = Math.max(0, Math.min(all.indexOf(this.data.likely) - 2, all.length - FEW_QUANTITIES));
    const few = all.slice(first, first + FEW_QUANTITIES);
    const showsAll = this.showsAllQuantities || all.length <= FEW_QUANTITIES + 1 || (this.quantity && !few.includes(this.quantity));
    const buttons = (showsAll ? all : few).map((quantity) => [`quantity ${quantity}`, `Quantity ${quantity}`,
      { 'aria-pressed': quantity === this.quantity, class: 'quantity', act: () => this.chooseQuantity(quantity) }, String(quantity)]);
    if (!showsAll) buttons.push(['more', 'More quantities', { class: 'quantity', act: () => this.showAllQuantities() }, 'more']);
    return this.toolbar('quantities', 'Quantity', buttons, `quantity ${this.quantity || all[0]}`);
  }

  // For each face the bid in the chosen quantity, or else the advised bid or the lowest legal one.
  bidRow() {
    const { best } = this;
    const bids = this.data.legal.map(([face, lowest, chances]) => {
      const quantity = this.quantity || (best?.kind === 'bid' && best.face === face ? best.quantity : lowest);
      return [quantity, face, chances[quantity - lowest]];
    }).filter(([, , chance]) => chance !== undefined);
    return bids.length ? this.toolbar('bids', 'Bids', bids.map((bid) => this.bidButton(...bid)), null) : null;
  }

  bidButton(quantity, face, chance) {
    const id = `bid ${quantity} ${face}`;
    const words = inWords(chance);
    const bar = this.node(`chance of ${id}`, 'span', { class: chance >= 0.5 ? 'chance likely' : 'chance', style: `--chance: ${chance ?? 0}` });
    const isBest = this.isBest('bid', quantity, face);
    return [id, `Bid ${this.bidWords(quantity, face)}; true: ${words}${isBest ? `; ${this.badge}` : ''}`,
      { 'data-quantity': quantity, 'data-face': face, class: isBest ? 'bid best' : 'bid', title: `true: ${words}`,
        act: () => this.send({ kind: 'bid', quantity, face, bids: this.data.bids.length }) },
      this.node(`${id} words`, 'span', { class: 'times' }, `${quantity} ×`), this.die(id, face), bar, this.bestTab(isBest, id)];
  }

  // A group of buttons that is one tab stop, with arrow keys between its buttons.
  toolbar(id, label, buttons, tabStop) {
    const ids = buttons.map(([button]) => button);
    if (!ids.includes(this.tabStops[id])) this.tabStops[id] = ids.includes(tabStop) ? tabStop : ids[0];
    return this.node(id, 'div', { class: id, role: 'toolbar', 'aria-label': label }, buttons.map(([button, words, attributes, ...children]) => this.button(
      button, words, { ...attributes, tabindex: button === this.tabStops[id] ? 0 : -1 }, ...children)));
  }

  // The question who lost a die stands where it was tapped.
  actions() {
    const { bids, palifico, may_be_palifico: mayBePalifico, no_calza: noCalza, dice } = this.data;
    const players = [...dice.keys()].filter((seat) => dice[seat]);
    if (this.isChoosingLoser) {
      return this.node('actions', 'div', { class: 'actions row asking', tabindex: -1 },
        this.playerChoice('loser', 'Who lost a die?', [...players, null], (loser) => this.endRound({ loser })),
        noCalza === ''
          ? this.playerChoice('winner', 'Or who called calza and was right?', players, (winner) => this.endRound({ winner })) : null,
        this.button('same round', null, { class: 'chip', act: () => this.dismissLoser() }, 'Cancel'));
    }
    return this.node('actions', 'div', { class: 'actions row', tabindex: null },
      this.button('back', null, { disabled: bids.length ? null : '', class: 'chip', act: () => this.send({ kind: 'back' }) }, 'Take back bid'),
      this.button('new round', null, { class: 'chip', act: () => this.askLoser() }, 'Start new round'),
      this.button('undo', null,
        { disabled: this.data.can_undo ? null : '', class: 'chip', act: () => this.send({ kind: 'undo' }) }, 'Undo'),
      mayBePalifico === null ? null : this.button('palifico', null, { 'aria-pressed': palifico, class: 'chip',
        disabled: palifico || mayBePalifico ? null : '',
        title: 'For the round after a player first reaches one die. Aces aren’t wild.',
        act: () => this.send({ kind: 'palifico', on: !palifico }) },
      'Palifico round'));
  }

  // A button for each answer, which ``act`` gets; null is nobody. The chosen one is pressed.
  playerChoice(kind, question, seats, act, chosen = null) {
    return this.node(`${kind}s`, 'div', { class: `row ${kind}s`, role: 'group', 'aria-label': question },
      this.node(`${kind}s words`, 'span', {}, question),
      seats.map((seat) => this.button(`${kind} ${seat}`, null,
        { 'aria-pressed': chosen === null ? null : seat === chosen, class: 'chip', act: () => act(seat) },
        seat === null ? 'nobody' : this.player(seat))));
  }

  // ------------------------------------------------------------ events

  onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const toolbar = e.target.closest('[role=toolbar]');
    const face = Number(e.key);
    if (e.target.closest('.hand') && face && face <= this.data.faces.length) this.typeFace(e.target.closest('.own'), face);
    else if (toolbar && e.key in KEY_STEPS) this.moveWithin(toolbar, e.target, KEY_STEPS[e.key]);
    else if (this.calling && e.key === 'Escape') this.cancelCall();
    else if (this.isChoosingLoser && e.key === 'Escape') this.dismissLoser();
    else return;
    e.preventDefault();
  }

  // Set the die that has the focus, or else the active one, and go on to the next.
  typeFace(die, face) {
    if (die) this.activePlace = this.hand.findIndex((_, place) => this.nodes.get(`own ${place}`) === die);
    this.setFace(face);
    this.nodes.get(`own ${this.activePlace}`)?.focus();
  }

  moveWithin(toolbar, from, step) {
    const buttons = [...toolbar.children];
    const to = buttons[Math.min(Math.max(buttons.indexOf(from.closest('button')) + step, 0), buttons.length - 1)];
    this.tabStops[toolbar.className] = to.dataset.id;
    this.draw();
    to.focus();
  }

  dismissLoser() {
    this.change({ isChoosingLoser: false });
    this.nodes.get('new round').focus();
  }

  // Change what the board shows before the server knows of it.
  change(changes) {
    Object.assign(this, changes);
    this.draw();
  }

  askLoser() {
    this.change({ isChoosingLoser: true });
    this.nodes.get('actions').focus({ preventScroll: true });
  }

  showAllQuantities() {
    this.change({ showsAllQuantities: true });
    this.nodes.get(this.tabStops.quantities).focus({ preventScroll: true });
  }

  chooseQuantity(quantity) {
    this.isQuantityEarly = this.events.pending !== null;
    this.quantity = quantity === this.quantity && !this.isQuantityEarly ? 0 : quantity;
    this.draw();
  }

  // Ask for the outcome of dudo or calza, or, for null, no longer.
  call(name) {
    const before = this.calling;
    const { callers, viewer } = this.data;
    this.change({ calling: name, caller: callers.includes(viewer) ? viewer : callers[0] });
    this.nodes.get(name ? 'outcomes' : before)?.focus({ preventScroll: true });
  }

  cancelCall() {
    this.call(null);
    if (this.data.asks) this.send({ kind: 'ask', on: false });
  }

  endCall(right) {
    const { calling: kind, caller: seat } = this;
    const bids = this.data.bids.length;
    this.call(null);
    this.nodes.get('hand')?.focus({ preventScroll: true });
    this.send({ kind, right, bids, seat });
  }

  endRound(result) {
    this.change({ isChoosingLoser: false });
    // The next round starts with entering the viewer's dice.
    this.nodes.get('hand')?.focus({ preventScroll: true });
    this.send({ kind: 'new_round', ...result });
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
    this.isEntering = false;
    for (const place of places) this.tappedPlaces.add(place);
    this.unconfirmed = this.unconfirmed.filter((place) => !this.tappedPlaces.has(place));
    this.draw();
    // A hand event has the whole hand as it is when the event is sent, so one that waits at the end of the queue is enough.
    const hand = () => ({ kind: 'hand', hand: this.hand, unconfirmed: this.unconfirmed });
    if (this.events.waiting.at(-1) === this.waitingHand) this.events.waiting.pop();
    this.waitingHand = hand;
    this.events.push(hand);
  }

  // Show the server's hand again once no event is on its way.
  onLost() {
    if (this.events.pending) return;
    this.resetHand();
    this.draw();
  }
}
