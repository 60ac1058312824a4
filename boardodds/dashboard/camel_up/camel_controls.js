// The controls below the board: the dice, the leg tickets, and the buttons that change the whole position.

const PRESSED = { random: 'Random', new_leg: 'New leg', clear: 'Clear', undo: 'Undo' };
const WHY = { new_leg: 'All dice back into the pyramid; tiles and tickets go home', clear: 'Takes everything off the board' };

class Controls {
  constructor(board) {
    this.board = board;
    this.box = document.createElement('div');
    this.box.className = 'strip';
    this.hint = document.createElement('p');
    this.hint.textContent = 'Tap the number that came up, and the board plays it; tap a die to take it out of the pyramid or put it back.';
    this.dice = document.createElement('div');
    this.dice.className = 'dice';
    this.buttons = document.createElement('div');
    this.buttons.className = 'pressed';
    for (const [kind, words] of Object.entries(PRESSED)) {
      this.buttons.append(button({ 'data-press': kind, ...(WHY[kind] && { title: WHY[kind] }) }, words));
    }
    this.makeTickets();
    this.box.append(this.hint, this.dice, this.stall, this.buttons);
    board.box.after(this.box);
    this.shown = '';
  }

  get data() {
    return this.board.data;
  }

  // The leg tickets on offer: a switch that says who takes the one that is tapped, and who has taken which.
  makeTickets() {
    this.stall = document.createElement('div');
    this.stall.className = 'stall';
    const offer = document.createElement('p');
    this.takers = [button({ 'data-taker': 'held' }, 'I take'), button({ 'data-taker': 'gone' }, 'another takes')];
    this.taker = 'held';
    const takers = document.createElement('span');
    takers.className = 'takers';
    assign(takers, { role: 'group', 'aria-label': 'Who takes the leg ticket' });
    takers.append(...this.takers);
    offer.append('Leg tickets that ', takers, ':');
    this.tickets = document.createElement('div');
    this.tickets.className = 'dice';
    this.taken = document.createElement('p');
    assign(this.taken, { role: 'status' });
    this.stall.append(offer, this.tickets, this.taken);
    this.onOffer = '';
  }

  drawTickets() {
    const { tickets, held, gone } = this.data;
    this.stall.hidden = !tickets.length;
    const ids = tickets.map((ticket) => ticket.id).join();
    if (ids !== this.onOffer) this.tickets.replaceChildren(...tickets.map((ticket) => this.ticketNode(ticket)));
    this.onOffer = ids;
    tickets.forEach(({ name, next }, i) => {
      const node = this.tickets.children[i];
      node.lastChild.textContent = next || '–';
      const whose = this.taker === 'held' ? 'I take' : 'Another takes';
      // not disabled: the keyboard would lose its place
      assign(node, { 'aria-disabled': !next, 'aria-label': next ? `${whose} the ${next} ticket on ${name}` : `No ticket left on ${name}` });
    });
    for (const node of this.takers) assign(node, { 'aria-pressed': node.dataset.taker === this.taker });
    const taken = [held && `You hold ${held}.`, gone && `Others hold ${gone}.`].filter(Boolean).join(' ');
    if (this.taken.textContent !== taken) this.taken.textContent = taken;
    this.taken.hidden = !taken;
  }

  ticketNode({ id, fill, ink }) {
    const node = button({ class: 'ticket', 'data-ticket': id }, '');
    const [camel, coins] = [document.createElement('b'), document.createElement('span')];
    camel.textContent = id;
    node.append(camel, coins);
    node.style.setProperty('--fill', fill);
    node.style.setProperty('--ink', ink);
    return node;
  }

  die(id) {
    return this.data.dice.find((die) => die.id === id);
  }

  dieName(id) {
    return this.die(id)?.name ?? id;
  }

  draw() {
    const focused = this.box.getRootNode().activeElement;
    const { dice, can_roll: canRoll, can_undo: canUndo } = this.data;
    // what stays keeps its node, and so the focus
    const shown = JSON.stringify(dice.map((die) => [die.id, die.faces]));
    if (shown !== this.shown) this.dice.replaceChildren(...dice.map((die) => this.dieNode(die)));
    this.shown = shown;
    this.hint.hidden = !dice.length;
    dice.forEach((die, i) => {
      const [own, ...faces] = this.dice.children[i].children;
      assign(own, { 'aria-pressed': die.in });
      for (const face of faces) face.disabled = !(canRoll && die.in);
      this.dice.children[i].classList.toggle('out', !die.in);
    });
    this.drawTickets();
    assign(this.buttons.querySelector('[data-press="undo"]'), { 'aria-disabled': !canUndo });
    // the keyboard keeps its place, on the die that was rolled
    if (this.box.contains(focused) && focused.disabled) focused.parentElement.firstChild.focus();
  }

  dieNode(die) {
    const group = document.createElement('div');
    group.className = 'die';
    assign(group, { role: 'group', 'aria-label': `${capital(die.name)} die` });
    const own = button({ 'data-die': die.id, 'aria-label': `${capital(die.name)} die in the pyramid` }, die.id);
    own.style.setProperty('--fill', die.fill);
    own.style.setProperty('--ink', die.ink);
    const faces = die.faces.map((face) => button({ 'data-roll': die.id, 'data-face': face, 'aria-label': `Roll ${die.name} ${face}` }, face));
    group.append(own, ...faces);
    return group;
  }

  // An event is worked out when its turn comes, from the dice that are then in the pyramid: who clicks twice in haste rolls once.
  onClick(e) {
    const { press, die, roll, face, taker, ticket } = e.target.closest('button')?.dataset ?? {};
    if (taker) {
      this.taker = taker;
      this.drawTickets();
    } else if (ticket) this.take(ticket);
    else if (press) this.press(press);
    else if (die) this.board.send(() => this.die(die) && { kind: 'die', die, on: !this.die(die).in });
    else if (roll) this.board.send(() => this.die(roll)?.in && { kind: 'roll', die: roll, face });
  }

  // each tap takes one more, also while the answer to the last is under way; for whom is said as it is tapped
  take(camel) {
    const mine = this.taker === 'held';
    this.board.send(() => {
      const coins = this.data.tickets.find((ticket) => ticket.id === camel)?.next;
      return coins && { kind: 'ticket', camel, coins, mine };
    });
  }

  // what can be undone is what was done when its turn comes
  press(kind) {
    this.board.send(() => (kind !== 'undo' || this.data.can_undo) && { kind });
  }
}
