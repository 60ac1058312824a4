// The pieces of the board.

// A camel that faces right, in a box of 100 x 62. The arch under its belly shows the letter of the camel below.
const CAMEL = 'M13 62 L15 40 C9 38 6 46 7 50 C1 46 3 30 13 26 C23 22 27 3 45 2 C62 2 62 20 70 24 C74 22 73 12 75 7'
  + ' C76 3 80 3 82 4 L84 0 L88 4 C93 5 97 8 98 12 C98 16 92 16 87 15 C87 26 86 36 81 41 L82 62 L69 62 L67 45'
  + ' C60 42 36 42 29 45 L27 62 Z';
const BELLY = 19;              // The height of the arch, in units of the box.
const BOX = 62;                // The height of the box.

function label(x, y, text, attributes) {
  return make('text', { x, y, ...attributes }, [text]);
}

function ordinal(n) {
  const tens = n % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' })[n % 10] ?? 'th';
  return `${n}${ending}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const shortened = (name) => (name.length > 6 ? `${name.slice(0, 5)}…` : name);
const withArticle = (noun) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function camelNode(id, letter) {
  const shape = make('g', { class: 'shape' }, [
    make('path', { class: 'body', d: CAMEL }),
    make('path', { class: 'hatch', d: CAMEL }),
    make('path', { class: 'sheen', d: CAMEL, fill: 'url(#sheen)' }),
  ]);
  const parts = [make('rect', { class: 'key', rx: 12 }), shape, label(0, 0, letter, { class: 'letter' })];
  return make('g', { class: 'camel', 'data-camel': id, tabindex: 0, role: 'button' }, parts);
}

// Return the style of a node in the colours of a camel; the grey die has none.
function tint({ fill: colour, ink }) {
  return colour ? { style: `--fill: ${colour}; --ink: ${ink}` } : {};
}

// What a tile shows, by its name: a palm or waves of hot air in the first edition, a cheering or a booing spectator in the second.
const FACE = 'M-33 0 a11 11 0 1 1 22 0 a11 11 0 1 1 -22 0 M-26 -4 v1 M-18 -4 v1';
const TILE_ART = {
  oasis: 'M-21 15 C-18 7 -19 0 -22 -5 M-22 -6 C-28 -13 -34 -10 -36 -4 M-22 -6 C-17 -14 -10 -11 -8 -4 M-22 -6 C-26 -16 -32 -16 -35 -13'
    + ' M-22 -6 C-19 -16 -13 -17 -9 -13 M-32 16 L-10 16',
  mirage: 'M-37 -9 q5 -7 10 0 t10 0 t10 0 M-37 0 q5 -7 10 0 t10 0 t10 0 M-37 9 q5 -7 10 0 t10 0 t10 0',
  'cheering tile': `${FACE} M-27 3 q5 6 10 0 M-35 11 L-38 -14 M-9 11 L-6 -14`,
  'booing tile': `${FACE} M-27 7 q5 -6 10 0 M-35 -9 L-37 15 M-9 -9 L-7 15`,
};

// Return the parts of a tile of 86 x 44, centred at the origin: its art, and the number that it adds.
function tileArt(kind, name) {
  return [
    make('rect', { class: `card ${kind}`, x: -43, y: -22, width: 86, height: 44, rx: 10 }),
    make('path', { class: 'art', d: TILE_ART[name] }),
    label(19, 9, kind === 'o' ? '+1' : '\u22121', { class: 'plus' }),
  ];
}
