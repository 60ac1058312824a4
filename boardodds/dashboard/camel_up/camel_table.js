// The table below the board: a row for each camel with its die, its next ticket and its race bets.
// A tap on a number enters a roll, or places a camel that is not on the board.

const PILES = { winner: 'wins', last: 'last' };

class Table {
  constructor(board) {
    this.board = board;
    this.head = html('div', { class: 'row head', 'aria-hidden': 'true' });
    this.rows = html('div', { class: 'rolls' });
    this.seats = seatRow('Whose turn');
    this.play = button({ class: 'play' }, 'Play with these camels');
    this.undo = button({ 'data-undo': '' }, 'Undo');
    this.ledger = new Ledger(board);
    const turns = html('div', { class: 'turns' }, [this.seats, this.play, this.undo]);
    this.box = html('div', { class: 'strip' }, [this.head, this.rows, turns, this.ledger.box]);
    board.box.after(this.box);
    // While the board is set up, each number places its camel, also one that is on the board already.
    this.isPlacing = false;
    this.present = 0;          // the number of camels on the board
    this.drawn = '';
    this.typed = null;         // the die whose letter was typed, and what has been typed of its face
  }

  get data() {
    return this.board.data;
  }

  die(id) {
    return this.data.dice.find((die) => die.id === id);
  }

  name(id) {
    return this.die(id)?.name ?? id;
  }

  // Return the camels that a die moves: one, or the crazy camels.
  camelsOf(id) {
    return [...new Set(Object.values(this.die(id)?.places ?? {}).map(([camel]) => camel))];
  }

  // Return whether a number of a die places its camel instead of moving it.
  places(die, face) {
    return !this.data.finish && (this.isPlacing || this.board.squareOf(die.places[face][0]) === null);
  }

  canRoll(die) {
    return this.data.can_roll && die.in;
  }

  // Return whether an event is the advised one.
  isBest(kind, detail) {
    const { best } = this.board;
    return best?.kind === kind && Object.entries(detail).every(([name, value]) => best[name] === value);
  }

  // ------------------------------------------------------------ drawing

  draw() {
    const { dice } = this.data;
    const focused = this.box.getRootNode().activeElement;
    this.followPlacing();
    // The nodes are replaced only if the dice have changed, so that a node keeps the focus.
    const drawn = JSON.stringify(dice.map((die) => [die.id, die.faces]));
    if (drawn !== this.drawn) this.rows.replaceChildren(...dice.map((die) => this.row(die)));
    this.drawn = drawn;
    this.rows.classList.toggle('placing', this.isPlacing);
    this.drawHead();
    dice.forEach((die, i) => this.drawRow(die, this.rows.children[i]));
    this.drawTurn();
    this.ledger.draw();
    // The result of a leg stands in the place of the table.
    this.box.hidden = this.data.is_leg_over;
    // After a roll, the focus stays at the rolled die, on its letter.
    if (this.box.contains(focused) && focused.disabled) focused.closest('.die').firstChild.focus();
  }

  drawHead() {
    const [winner, last] = [this.data.winner.length, this.data.last.length];
    // How many cards lie on each pile.
    const bets = winner || last ? `race bet: ${winner}, ${last}` : 'race bet';
    this.head.replaceChildren(...['', 'roll', 'ticket', bets].map((text) => html('span', {}, [text])));
    assign(this.head.lastChild, { title: `Cards on the winner: ${winner}; on the loser: ${last}` });
    this.head.children[1].classList.toggle('best', this.isBest('roll', {}));
  }

  // Draw whose turn it is, or in its place the end of the set-up, and Undo.
  drawTurn() {
    const { players, turn, can_undo: canUndo } = this.data;
    this.play.hidden = !(this.isPlacing && this.data.can_roll);
    this.seats.hidden = !this.play.hidden;
    const before = this.seats.querySelector('[aria-pressed="true"]');
    keep(this.seats, players, () => button({}), (seat, name, number) => {
      fill(seat, [name]);
      assign(seat, { 'data-turn': number, 'aria-pressed': number === turn });
    });
    if (this.seats.children[turn] === before) markEnds(this.seats);
    else scrollToChosen(this.seats);
    assign(this.undo, { 'aria-disabled': !canUndo });
  }

  // Start to place camels on an empty board, and stop when all are placed or a position with several camels was loaded.
  followPlacing() {
    const { camels } = this.data;
    const present = camels.filter(({ id }) => this.board.squareOf(id) !== null).length;
    if (present === 0) this.isPlacing = !this.data.finish;
    else if (present === camels.length || present > this.present + 1) this.isPlacing = false;
    this.present = present;
  }

  drawRow(die, row) {
    const [letter, faces, ...bets] = row.children;
    const isPresent = this.camelsOf(die.id).some((camel) => this.board.squareOf(camel) !== null);
    assign(letter, {
      'aria-pressed': die.in,
      'aria-label': isPresent ? `${capital(die.name)} die in the pyramid` : `${capital(die.name)} die, not in this race`,
    });
    die.faces.forEach((face, i) => {
      const [camel, square] = die.places[face];
      const places = this.places(die, face);
      faces.children[i].disabled = !(places || this.canRoll(die));
      // A crazy camel is placed on a square, not by its roll.
      if (!('ticket' in die)) faces.children[i].textContent = `${this.board.name(camel)} ${places ? square : face.slice(1)}`;
      assign(faces.children[i], {
        'aria-label': places ? `Place ${this.board.name(camel)} on square ${square}`
          : `${face === die.rolled ? 'Rolled' : 'Roll'} ${this.rollName(die, face)}`,
      });
      // A used die shows its number.
      faces.children[i].classList.toggle('rolled', !die.in && face === die.rolled);
    });
    row.classList.toggle('out', !die.in && isPresent);
    row.classList.toggle('away', !isPresent);
    row.classList.toggle('typed', this.typed?.die === die.id);
    if (bets.length) this.drawBets(die, bets);
  }

  // Draw the ticket and the race bets of a camel for the player to move.
  drawBets({ id, name, ticket }, [taken, ...cards]) {
    const { players, turn } = this.data;
    const [player, isMine] = [players[turn], turn === 0];
    const isPlayed = Object.keys(PILES).some((pile) => this.data[pile].includes(`0${id}`));
    taken.lastChild.textContent = ticket || '–';
    // The attribute "disabled" would take the keyboard focus away.
    assign(taken, {
      'aria-disabled': !ticket,
      'aria-label': ticket ? `${isMine ? 'I take' : `${player} takes`} ${name}'s ${ticket}-coin ticket` : `No ticket left for ${name}`,
    });
    taken.classList.toggle('best', Boolean(ticket) && this.isBest('ticket', { camel: id }));
    for (const node of cards) {
      const { pile } = node.dataset;
      const number = this.data[pile].indexOf(`0${id}`) + 1;
      const end = pile === 'winner' ? 'win the race' : 'finish last';
      node.classList.toggle('best', this.isBest('race_bet', { camel: id, pile }));
      node.textContent = number ? `no. ${number}` : PILES[pile];
      // Cards of others are face down, so they can be of any camel.
      assign(node, {
        'aria-disabled': ticket === null || (isMine && isPlayed),
        'aria-pressed': Boolean(number),
        'aria-label': isMine ? `I bet on ${name} to ${end}` : `${player} bets on a camel to ${end}`,
      });
    }
  }

  row(die) {
    const columns = this.camelsOf(die.id).length;
    const faces = die.faces.map((face) => {
      const crazy = columns > 1 && this.board.camelInfo(face[0]);
      return button({ 'data-roll': die.id, 'data-face': face, ...(crazy && tint(crazy)) }, crazy ? `${crazy.name} ${face.slice(1)}` : face);
    });
    const bets = 'ticket' in die ? [button({ class: 'ticket', 'data-ticket': die.id }, html('i'), html('b')),
      ...Object.keys(PILES).map((pile) => button({ 'data-bet': die.id, 'data-pile': pile }))] : [];
    return html('div', { class: `row die${bets.length ? '' : ' grey'}`, role: 'group', 'aria-label': `${capital(die.name)} die`, ...tint(die) },
      [button({ 'data-die': die.id }, die.letter || die.name), html('span', { class: 'faces' }, faces), ...bets]);
  }

  // ------------------------------------------------------------ taps

  onClick(e) {
    const tapped = e.target.closest('button');
    const { die, roll, face, ticket, bet, pile, turn } = tapped?.dataset ?? {};
    if (tapped?.getAttribute('aria-disabled') === 'true' && !ticket) return;
    if ((ticket || bet) && isTappedAgain(`${ticket} ${bet} ${pile}`, e)) return;
    if (ticket) this.take(ticket);
    else if (bet) this.board.send({ kind: 'race_bet', camel: bet, pile });
    else if (die) this.tapLetter(die);
    else if (roll) this.tapFace(roll, face);
    else if (turn) this.board.send({ kind: 'set', name: 'turn', value: Number(turn) });
    else if (tapped === this.undo) this.board.send(() => this.data.can_undo && { kind: 'undo' });
    else if (tapped === this.play) this.startPlaying();
  }

  take(camel) {
    this.board.send(() => {
      const coins = this.die(camel)?.ticket;
      return coins && { kind: 'ticket', camel, coins };
    });
  }

  // Take a die out of the pyramid or put it back; the letter of a camel that is not on the board selects the camel.
  tapLetter(id) {
    const camels = this.camelsOf(id);
    if (camels.length && camels.every((camel) => this.board.squareOf(camel) === null)) {
      this.board.select({ type: 'camel', id: camels[0] });
      return;
    }
    this.board.send(() => {
      const die = this.die(id);
      return die && { kind: 'die', die: id, on: !die.in };
    });
  }

  // What a tap means is decided when it comes; what is still possible, when it is sent. So a quick double tap rolls once.
  tapFace(id, face) {
    const die = this.die(id);
    if (!die) return;
    const { board } = this;
    const [camel, square] = die.places[face];
    if (this.places(die, face)) {
      board.send(() => board.stack(square).at(-1) !== camel && { kind: 'camel', camel, square, level: null });
      return;
    }
    board.send(() => {
      if (!this.die(id)?.in) return null;
      this.move = this.die(id).moves?.[face] ?? null;
      return { kind: 'roll', die: id, face };
    });
  }

  // Return the sentence on a roll that was made.
  rolled({ die, face }) {
    return `Rolled ${this.rollName(this.die(die), face, '')} on the ${this.name(die)} die${this.move ? `: ${this.move}` : ''}.`;
  }

  // Return a roll in words: its number after the colour of the camel on the grey die, otherwise after a name.
  rollName(die, face, name = die.name) {
    const text = this.camelsOf(die.id).length > 1 ? `${this.board.name(face[0])} ${face.slice(1)}` : `${name} ${face}`;
    return text.trim();
  }

  startPlaying() {
    this.isPlacing = false;
    this.board.draw();
  }

  // Take a key that was typed anywhere on the page, and return whether it was part of a roll: a die, then a number of it.
  type(key) {
    const { typed } = this;
    this.typed = null;
    const face = typed && typed.face + key;
    if (typed && this.die(typed.die)?.faces.includes(face)) {
      this.tapFace(typed.die, face);
      this.draw();
      return true;
    }
    const racing = this.data.dice.find((die) => die.id.toUpperCase() === key.toUpperCase() && /^\d/.test(die.faces[0]));
    const crazy = this.data.dice.find((die) => die.faces.some((text) => text.length > 1 && text[0] === key.toLowerCase()));
    if (racing) this.typed = { die: racing.id, face: '' };
    else if (crazy) this.typed = { die: crazy.id, face: key.toLowerCase() };
    if (this.typed) this.board.say(`${capital(this.name(this.typed.die))} die: type the number rolled.`);
    if (typed || this.typed) this.draw();
    return Boolean(this.typed);
  }
}
