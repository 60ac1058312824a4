// The dice below the board. A tap on a number enters a roll, or places a camel that is not on the board.

class Dice {
  constructor(board) {
    this.board = board;
    this.box = document.createElement('div');
    this.box.className = 'dice rolls';
    this.hint = document.createElement('p');
    this.keys = document.createElement('p');
    this.keys.className = 'keys';
    this.play = button({ class: 'play' }, 'Play with these camels');
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

  draw() {
    const { dice } = this.data;
    this.followPlacing();
    // The nodes are replaced only if the dice have changed, so that a node keeps the focus.
    const drawn = JSON.stringify(dice.map((die) => [die.id, die.faces]));
    if (drawn !== this.drawn) this.box.replaceChildren(...dice.map((die) => this.node(die)));
    this.drawn = drawn;
    this.box.classList.toggle('placing', this.isPlacing);
    dice.forEach((die, i) => this.drawDie(die, this.box.children[i]));
    const { track } = this.data;
    const hasCrazy = this.data.camels.some((camel) => camel.crazy);
    this.hint.textContent = this.isPlacing
      ? `Tap where each camel starts, the lowest of a stack first.${hasCrazy ? ` Grey 1 is square ${track}.` : ''}`
      : "Tap the number rolled to make the move. Tap a die's letter to take it out of the pyramid or put it back.";
    this.play.hidden = !(this.isPlacing && this.data.can_roll);
    const { id, name, faces } = dice.find((die) => die.faces.length);
    const face = faces[1] ?? faces[0];
    this.keys.textContent = `Keyboard: ${id} then ${face} rolls ${name} ${face}, Ctrl+Z undoes.`;
  }

  // Start to place camels on an empty board, and stop when all are placed or a position with several camels was loaded.
  followPlacing() {
    const { camels } = this.data;
    const present = camels.filter(({ id }) => this.board.squareOf(id) !== null).length;
    if (present === 0) this.isPlacing = !this.data.finish;
    else if (present === camels.length || present > this.present + 1) this.isPlacing = false;
    this.present = present;
  }

  drawDie(die, node) {
    const [letter, ...faces] = node.children;
    const isPresent = this.camelsOf(die.id).some((camel) => this.board.squareOf(camel) !== null);
    assign(letter, {
      'aria-pressed': die.in,
      'aria-label': isPresent ? `${capital(die.name)} die in the pyramid` : `${capital(die.name)} die, not in this race`,
    });
    die.faces.forEach((face, i) => {
      const [camel, square] = die.places[face];
      const places = this.places(die, face);
      faces[i].disabled = !(places || this.canRoll(die));
      assign(faces[i], {
        'aria-label': places ? `Place ${this.board.name(camel)} on square ${square}` : `Roll ${die.name} ${face}`,
      });
    });
    node.classList.toggle('out', !die.in && isPresent);
    node.classList.toggle('away', !isPresent);
    node.classList.toggle('typed', this.typed?.die === die.id);
  }

  node(die) {
    const group = document.createElement('div');
    group.className = 'die';
    assign(group, { role: 'group', 'aria-label': `${capital(die.name)} die` });
    const letter = button({ 'data-die': die.id }, die.id);
    group.style.setProperty('--fill', die.fill);
    group.style.setProperty('--ink', die.ink);
    const columns = this.camelsOf(die.id).length;
    group.style.setProperty('--columns', columns);
    group.style.setProperty('--faces', die.faces.length / columns);
    group.append(letter, ...die.faces.map((face) => button({ 'data-roll': die.id, 'data-face': face }, face)));
    return group;
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
    const mine = board.controls.isMine;
    board.send(() => {
      if (!this.die(id)?.in) return null;
      this.move = this.die(id).moves?.[face] ?? null;
      return { kind: 'roll', die: id, face, mine };
    });
  }

  // Return the sentence on a roll that was made.
  rolled({ die, face }) {
    return `Rolled ${face} on the ${this.name(die)} die${this.move ? `: ${this.move}` : ''}.`;
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
