// The geometry of the board: the ring of squares, and the places of camels in a stack and in the paddock.

const W = 100;                 // The width and height of a square, in units of the drawing.
const H = 112;
const MARGIN = 5;
const FLOOR = H - 7;           // The y of the lowest camel's feet.

const SMALLEST_HALF = 10;      // Half the squares of the smallest ring, corners counted twice.
// The middle of the board, in units of its own.
const MIDDLE = { width: 400, height: 224 };

// Return the ring of squares, clockwise from the bottom left: 6 x 4, or the ring for a longer track that is closest to a square.
function ring(track) {
  const half = Math.max(SMALLEST_HALF, Math.ceil((track + 4) / 2));
  const cols = Math.ceil(half / 2) + (half === SMALLEST_HALF ? 1 : 0);
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
  const { width, height } = MIDDLE;
  const scale = Math.min(inner.w / width, inner.h / height, cols / 5);
  const panel = { x: inner.x + inner.w / 2 - (width / 2) * scale, y: inner.y + inner.h / 2 - (height / 2) * scale, scale };
  return { cols, cells, panel, inner, width: 2 * MARGIN + cols * W, height: 2 * MARGIN + rows * H };
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

// Return the keys in the middle of the board, two rows of them: one for each camel, where it stays, and the last one for the tiles.
// Each has the place of its camel too.
function paddockKeys(count) {
  const columns = Math.ceil((count + 1) / 2);
  const [step, rows] = [MIDDLE.width / columns, MIDDLE.height / 2];
  return Array.from({ length: 2 * columns }, (_, i) => ({
    x: (i % columns + 0.5) * step, y: (i < columns ? 1 : 2) * rows - 26, width: step - 6, height: rows - 6,
    kx: Math.min(step, 112) * 0.0084, ky: 0.84, size: 28,
  }));
}
