// The controls below the board: the dice, the betting tickets, and the buttons that change the whole position.

const BUTTONS = { random: 'Random position', new_leg: 'Start next leg', clear: 'Clear board' };
const TOOLTIPS = {
  new_leg: 'Pays a leg that is over, puts all dice back in the pyramid and returns tiles and tickets',
  clear: 'Removes all camels, tiles, tickets and coins, for a new race',
};

class Controls {
  constructor(board) {
    this.board = board;
    this.box = document.createElement('div');
    this.box.className = 'strip';
    this.rolls = new Dice(board);
    this.editions = new Editions(board);
    this.buttons = document.createElement('div');
    this.buttons.className = 'pressed';
    for (const [kind, text] of Object.entries(BUTTONS)) {
      this.buttons.append(button({ 'data-press': kind, ...(TOOLTIPS[kind] && { title: TOOLTIPS[kind] }) }, text));
    }
    this.makePlayers();
    this.makeTickets();
    const { box: dice, play, hint, keys } = this.rolls;
    this.box.append(dice, play, this.players, this.editions.box, hint, keys, this.stall, this.buttons);
    board.box.after(this.box);
  }

  get data() {
    return this.board.data;
  }

  // Whether the visitor makes the next roll, takes the next ticket and places the next tile.
  get isMine() {
    return this.actor === 'me';
  }

  // Make the switch for the player who acts.
  makePlayers() {
    this.actors = [button({ 'data-actor': 'me' }, 'me'), button({ 'data-actor': 'other' }, 'another player')];
    this.actor = 'me';
    const actors = document.createElement('span');
    actors.className = 'actors';
    assign(actors, { role: 'group', 'aria-label': 'Who acts' });
    actors.append(...this.actors);
    this.players = document.createElement('p');
    this.players.append('Who acts: ', actors);
  }

  // Make the part for betting tickets: the tickets, and those already taken.
  makeTickets() {
    this.stall = document.createElement('div');
    this.stall.className = 'stall';
    const label = document.createElement('p');
    label.append('Betting tickets: choose who acts, then tap the ticket.');
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
      const takes = this.isMine ? 'I take' : 'Another player takes';
      // The attribute "disabled" would take the keyboard focus away.
      assign(node, { 'aria-disabled': !next, 'aria-label': next ? `${takes} ${name}'s ${next}-coin ticket` : `No ticket left for ${name}` });
    });
    const taken = [held && `You hold ${held}.`, gone && `Others hold ${gone}.`].filter(Boolean).join(' ');
    if (this.taken.textContent !== taken) this.taken.textContent = taken;
    this.taken.hidden = !taken;
  }

  // At the end of a leg the button for the next one stands out, at the end of the race the one for a new race.
  drawButtons() {
    const { is_leg_over: isLegOver, finish } = this.data;
    const next = finish ? 'clear' : isLegOver && 'new_leg';
    for (const node of this.buttons.children) {
      const { press } = node.dataset;
      assign(node, { 'aria-disabled': (press === 'new_leg' && Boolean(finish)) || null });
      node.classList.toggle('next', press === next);
    }
  }

  drawPlayers() {
    for (const node of this.actors) assign(node, { 'aria-pressed': node.dataset.actor === this.actor });
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

  draw() {
    const focused = this.box.getRootNode().activeElement;
    this.rolls.draw();
    this.editions.draw();
    this.drawTickets();
    this.drawPlayers();
    this.drawButtons();
    // After a roll, the focus stays at the rolled die, on its letter.
    if (this.box.contains(focused) && focused.disabled) focused.parentElement.firstChild.focus();
  }

  onClick(e) {
    const tapped = e.target.closest('button');
    const { press, die, roll, face, actor, ticket, edition } = tapped?.dataset ?? {};
    if (actor) {
      this.actor = actor;
      this.drawPlayers();
      this.drawTickets();
    } else if (ticket) this.take(ticket);
    else if (press) this.press(press);
    else if (die) this.rolls.tapLetter(die);
    else if (roll) this.rolls.tapFace(roll, face);
    else if (edition) this.editions.choose(edition);
    else if (tapped === this.rolls.play) this.rolls.startPlaying();
  }

  // Each tap takes one more ticket, even if the previous event has no answer yet. The player is the one at the time of the tap.
  take(camel) {
    const mine = this.isMine;
    this.board.send(() => {
      const coins = this.data.tickets.find((ticket) => ticket.id === camel)?.next;
      return coins && { kind: 'ticket', camel, coins, mine };
    });
  }

  press(kind) {
    const seed = kind === 'random' ? { seed: Math.floor(Math.random() * 2 ** 32) } : {};
    this.board.send({ kind, ...seed });
  }
}
