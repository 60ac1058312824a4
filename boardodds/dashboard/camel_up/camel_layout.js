// The geometry of the board: the ring of squares, and the places of camels in a stack and in the paddock.

const W = 100;                 // The width and height of a square, in units of the drawing.
const H = 112;
const MARGIN = 5;
const FLOOR = H - 7;           // The y of the lowest camel's feet.

const SMALLEST_HALF = 10;      // Half the squares of the smallest ring, corners counted twice: 5 x 5 or 6 x 4.
// The middle of the board in units of its own: its size, the paddock, the centres of the two tiles in the supply, and the boxes of
// the paddock's caption and of the help (x, y, width, height). The flat ring is for phones.
const PANELS = {
  square: {
    width: 300, height: 336, paddock: [12, 12, 276, 148], supplies: [[100, 190], [200, 190]],
    caption: [20, 14, 260, 144], help: [8, 216, 284, 116], inRow: 5,
  },
  flat: {
    width: 400, height: 224, paddock: [12, 4, 376, 88], supplies: [[58, 126], [58, 180]],
    caption: [20, 4, 360, 86], help: [110, 96, 282, 126], inRow: 8,
  },
};

// Return the ring of squares, clockwise from the bottom left: 5 x 5, or the ring for a longer track that is closest to a square.
// A flat ring is 6 x 4; a longer track has none.
function ring(track, wantsFlat) {
  const half = Math.max(SMALLEST_HALF, Math.ceil((track + 4) / 2));
  const isFlat = wantsFlat && half === SMALLEST_HALF;
  const cols = Math.ceil(half / 2) + (isFlat ? 1 : 0);
  const rows = half - cols;
  const places = [];
  for (let row = rows - 1; row >= 0; row -= 1) places.push([0, row]);
  for (let col = 1; col < cols; col += 1) places.push([col, 0]);
  for (let row = 1; row < rows; row += 1) places.push([cols - 1, row]);
  for (let col = cols - 2; col > 0; col -= 1) places.push([col, rows - 1]);
  const cells = places.map(([col, row]) => ({
    x: MARGIN + col * W,
    y: MARGIN + row * H,
    // Camels face the way they run, and on the right side of the board they face left, towards its centre.
    left: col === cols - 1 || (row === rows - 1 && col > 0),
  }));
  const inner = { x: MARGIN + W, y: MARGIN + H, w: (cols - 2) * W, h: (rows - 2) * H };
  const parts = isFlat ? PANELS.flat : PANELS.square;
  const scale = Math.min(inner.w / parts.width, inner.h / parts.height, cols / 5);
  const panel = {
    ...parts, x: inner.x + inner.w / 2 - (parts.width / 2) * scale, y: inner.y + inner.h / 2 - (parts.height / 2) * scale, scale,
  };
  return { cols, cells, panel, inner, isFlat, width: 2 * MARGIN + cols * W, height: 2 * MARGIN + rows * H };
}

// Return the places of a stack's camels in their square, from the bottom up: x and y of the feet, the scale, the letter's size.
function stackSlots(count, left) {
  const single = [[], [0.84, 0.84, 0, 30], [0.78, 0.74, 32, 27], [0.76, 0.69, 25, 25], [0.74, 0.64, 20, 23], [0.73, 0.6, 16, 20.5]];
  if (count === 0) return [];
  if (count < single.length) {
    const [kx, ky, step, size] = single[count];
    return Array.from({ length: count }, (_, i) => ({ x: W / 2, y: FLOOR - i * step, kx, ky, size }));
  }
  // A taller stack has two columns, staggered like bricks, so that twice the height is visible of each letter. The top camel is
  // in the column away from the number of the square.
  const step = Math.min(13, (FLOOR - 9 - 35) / (count - 1));
  return Array.from({ length: count }, (_, i) => ({
    x: ((count - i) % 2 === 1) === left ? 29 : 71, y: FLOOR - i * step, kx: 0.52, ky: 0.56, size: Math.min(18, (2 * step) / 0.8),
  }));
}

// Return the places of the camels in the paddock of a panel, in as few rows as possible.
function paddockSlots(count, { paddock: [left, top, width, height], inRow }) {
  const columns = count < inRow ? count : Math.ceil(count / Math.ceil(count / inRow));
  const rows = Math.ceil(count / columns);
  const step = Math.min(84, (width - 4) / columns);
  return Array.from({ length: count }, (_, i) => ({
    x: left + width / 2 + ((i % columns) - (Math.min(columns, count - columns * Math.floor(i / columns)) - 1) / 2) * step,
    y: top + height - 12 - (rows - 1 - Math.floor(i / columns)) * 64,
    kx: step * 0.0092, ky: rows === 1 && columns < 5 ? 0.74 : 0.6, size: columns > 4 ? 20 : 24,
  }));
}
