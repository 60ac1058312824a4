// The line below the table: who holds which ticket, and whose card lies on which pile. A tap on a piece, or on a tile of the board,
// opens the choice of its player in the same line.

const FIELDS_OF_PIECES = ['tickets', 'winner', 'last'];
const OTHER_PILE = { winner: 'last', last: 'winner' };
const bold = (text) => html('b', {}, [text]);

class Ledger {
  constructor(board) {
    this.board = board;
    this.box = seatRow('');
    this.box.classList.add('ledger');
    assign(this.box, { 'aria-live': 'polite' });
    this.box.addEventListener('click', (e) => this.onClick(e));
    this.open = null;          // the piece that is corrected: its field, its number there, and its text
    this.drawn = '';
  }

  get data() {
    return this.board.data;
  }

  player(text) {
    return this.data.players[text[0]] ?? '?';
  }

  // Return the square of the tile that is selected on the board, null without one.
  get square() {
    const { selection } = this.board;
    return selection?.type === 'tile' ? selection.square : null;
  }

  draw() {
    const { data, open, square } = this;
    if (open && data[open.name][open.number] !== open.text) this.open = null;
    const drawn = JSON.stringify([...FIELDS_OF_PIECES.map((name) => data[name]), data.owners, data.players, data.partners, data.available, this.open, square]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const hasFocus = this.box.contains(this.box.getRootNode().activeElement);
    const isChoice = square !== null || this.open;
    this.box.replaceChildren(...(square !== null ? this.owners(square) : this.open ? this.choices(this.open) : this.pieces()));
    assign(this.box, { 'aria-label': isChoice ? 'Whose is it?' : 'Tickets and cards of the players' });
    if (hasFocus) this.box.querySelector('button')?.focus();
    scrollToChosen(this.box);
  }

  // Return the pieces of each player, the visitor's first.
  pieces() {
    const all = FIELDS_OF_PIECES.flatMap((name) => this.data[name].map((text, number) => ({ name, number, text })));
    return this.partners().concat([...this.data.players.keys(), '?'].flatMap((player) => {
      const own = all.filter(({ text }) => text[0] === String(player));
      if (!own.length) return [];
      return [html('div', { class: 'holder' }, [bold(this.player(String(player))), ...own.map((piece) => this.chip(piece))])];
    }));
  }

  // Return the partners, and the buttons with which the player to move becomes the partner of another one.
  partners() {
    const { available, partners, players } = this.data;
    const pairs = partners.map(([first, second]) => bold(`${players[first]} + ${players[second]}`));
    const buttons = available.map((player) => button({ 'data-partner': player, 'aria-label': `Partners with ${players[player]}` }, players[player]));
    return [...pairs, ...buttons].length ? [html('div', { class: 'holder' }, [...pairs, bold('Partner'), ...buttons])] : [];
  }

  chip({ name, number, text }) {
    const camel = text[1] && this.board.camelInfo(text[1]);
    const words = name === 'tickets' ? text.slice(2) : `${PILES[name]} ${number + 1}`;
    const what = name === 'tickets'
      ? `${camel?.name}'s ${text.slice(2)}-coin ticket`
      : `card ${number + 1} on who ${PILES[name]}${camel ? `, ${camel.name}` : ''}`;
    return button({ 'data-piece': name, 'data-number': number, 'aria-label': `Correct ${this.player(text)}: ${what}` },
      ...(camel ? [html('i', tint(camel))] : []), words);
  }

  // Return the buttons that correct a ticket or a card.
  choices({ name, text }) {
    const isTicket = name === 'tickets';
    const others = [...this.data.players.keys()].filter((player) => isTicket || player > 0);
    const buttons = others.map((player) => this.choice(this.data.players[player], isTicket ? `${player}${text.slice(1)}` : `${player}`));
    if (!isTicket) {
      const played = [...this.data.winner, ...this.data.last].filter((card) => card !== text);
      const free = this.data.dice.filter((die) => 'ticket' in die && !played.includes(`0${die.id}`));
      buttons.push(...free.map((die) => this.choice(`me ${die.letter}`, `0${die.id}`, name, tint(die))));
      buttons.push(this.choice(`other pile: ${PILES[OTHER_PILE[name]]}`, text, OTHER_PILE[name]));
    }
    return [bold('Whose?'), ...buttons, this.choice(isTicket ? 'back on its stack' : 'take back', ''),
      button({ 'data-close': '', 'aria-label': 'Close' }, '×')];
  }

  choice(words, to, into = this.open.name, look = {}) {
    const isNow = to === this.open.text && into === this.open.name;
    return button({ 'data-to': to, 'data-into': into, 'aria-pressed': isNow, ...look }, words);
  }

  // Return the buttons that give a tile of the board to a player.
  owners(square) {
    const owner = this.board.ownerOf(square);
    const buttons = this.data.players.map((name, player) => button({ 'data-owner': player, 'aria-pressed': String(player) === owner }, name));
    return [bold('Whose tile?'), ...buttons];
  }

  close() {
    this.open = null;
    this.draw();
  }

  onClick(e) {
    const { piece, number, to, into, owner, partner, close } = e.target.closest('button')?.dataset ?? {};
    const { open, square, board } = this;
    if (piece) this.open = { name: piece, number: Number(number), text: this.data[piece][number] };
    else if (partner) board.send({ kind: 'partner', player: Number(partner), turn: this.data.turn });
    else if (owner !== undefined) {
      board.select(null);
      board.send({ kind: 'tile_owner', square, player: owner });
    } else if (to !== undefined || close !== undefined) {
      this.open = null;
      if (to !== undefined && (to !== open.text || into !== open.name)) {
        board.send({ kind: 'correct', name: open.name, number: open.number, from: open.text, to, into });
      }
    }
    this.draw();
  }
}
