// The controls below the board: the dice, the betting tickets, and the buttons that change the whole position.

const BUTTONS = { random: 'Random position', new_leg: 'Start new leg', clear: 'Clear board', undo: 'Undo' };
const TOOLTIPS = {
  new_leg: 'Puts all dice back in the pyramid and removes tiles and tickets',
  clear: 'Removes all camels, tiles and tickets',
};

class Controls {
  constructor(board) {
    this.board = board;
    this.box = document.createElement('div');
    this.box.className = 'strip';
    this.hint = document.createElement('p');
    this.hint.textContent = 'Tap the number rolled to make the move. Tap a die\'s letter to take it out of the pyramid or put it back.';
    this.dice = document.createElement('div');
    this.dice.className = 'dice';
    this.buttons = document.createElement('div');
    this.buttons.className = 'pressed';
    for (const [kind, text] of Object.entries(BUTTONS)) {
      this.buttons.append(button({ 'data-press': kind, ...(TOOLTIPS[kind] && { title: TOOLTIPS[kind] }) }, text));
    }
    this.makeTickets();
    this.box.append(this.dice, this.hint, this.stall, this.buttons);
    board.box.after(this.box);
    this.drawnDice = '';
  }

  get data() {
    return this.board.data;
  }

  // Make the part for betting tickets: a switch for the player who takes the tapped ticket, the tickets, and those already taken.
  makeTickets() {
    this.stall = document.createElement('div');
    this.stall.className = 'stall';
    const label = document.createElement('p');
    this.takers = [button({ 'data-taker': 'held' }, 'me'), button({ 'data-taker': 'gone' }, 'another player')];
    this.taker = 'held';
    const takers = document.createElement('span');
    takers.className = 'takers';
    assign(takers, { role: 'group', 'aria-label': 'Player who takes the ticket' });
    takers.append(...this.takers);
    label.append('Betting tickets. Choose who takes one, then tap it: ', takers);
    this.tickets = document.createElement('div');
    this.tickets.className = 'dice';
    this.taken = document.createElement('p');
    assign(this.taken, { role: 'status' });
    this.stall.append(label, this.tickets, this.taken);
    this.drawnTickets = '';
  }

  drawTickets() {
    const { tickets, held, gone } = this.data;
    this.stall.hidden = !tickets.length;
    const ids = tickets.map((ticket) => ticket.id).join();
    if (ids !== this.drawnTickets) this.tickets.replaceChildren(...tickets.map((ticket) => this.ticketNode(ticket)));
    this.drawnTickets = ids;
    tickets.forEach(({ name, next }, i) => {
      const node = this.tickets.children[i];
      node.lastChild.textContent = next || '–';
      const takes = this.taker === 'held' ? 'I take' : 'Another player takes';
      // The attribute "disabled" would take the keyboard focus away.
      assign(node, { 'aria-disabled': !next, 'aria-label': next ? `${takes} ${name}'s ${next}-coin ticket` : `No ticket left for ${name}` });
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
    // The nodes are replaced only if the dice have changed, so that a node keeps the focus.
    const drawnDice = JSON.stringify(dice.map((die) => [die.id, die.faces]));
    if (drawnDice !== this.drawnDice) this.dice.replaceChildren(...dice.map((die) => this.dieNode(die)));
    this.drawnDice = drawnDice;
    this.hint.hidden = !dice.length;
    dice.forEach((die, i) => {
      const [letter, ...faces] = this.dice.children[i].children;
      assign(letter, { 'aria-pressed': die.in });
      for (const face of faces) face.disabled = !(canRoll && die.in);
      this.dice.children[i].classList.toggle('out', !die.in);
    });
    this.drawTickets();
    assign(this.buttons.querySelector('[data-press="undo"]'), { 'aria-disabled': !canUndo });
    // After a roll, the focus stays at the rolled die, on its letter.
    if (this.box.contains(focused) && focused.disabled) focused.parentElement.firstChild.focus();
  }

  dieNode(die) {
    const group = document.createElement('div');
    group.className = 'die';
    assign(group, { role: 'group', 'aria-label': `${capital(die.name)} die` });
    const letter = button({ 'data-die': die.id, 'aria-label': `${capital(die.name)} die in the pyramid` }, die.id);
    letter.style.setProperty('--fill', die.fill);
    letter.style.setProperty('--ink', die.ink);
    const faces = die.faces.map((face) => button({ 'data-roll': die.id, 'data-face': face, 'aria-label': `Roll ${die.name} ${face}` }, face));
    group.append(letter, ...faces);
    return group;
  }

  // An event is computed when it is sent, from the dice that are in the pyramid then, so a quick double click rolls once.
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

  // Each tap takes one more ticket, even if the previous event has no answer yet. The player is the one at the time of the tap.
  take(camel) {
    const mine = this.taker === 'held';
    this.board.send(() => {
      const coins = this.data.tickets.find((ticket) => ticket.id === camel)?.next;
      return coins && { kind: 'ticket', camel, coins, mine };
    });
  }

  // Whether there is a step to undo is checked when the event is sent.
  press(kind) {
    const seed = kind === 'random' ? { seed: Math.floor(Math.random() * 2 ** 32) } : {};
    this.board.send(() => (kind !== 'undo' || this.data.can_undo) && { kind, ...seed });
  }
}
