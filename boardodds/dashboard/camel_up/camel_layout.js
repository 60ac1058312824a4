// The geometry of the board: the ring of squares, and the places of camels in a stack and in the paddock.

const W = 100;                 // The width and height of a square, in units of the drawing.
const H = 112;
const MARGIN = 5;
const FLOOR = H - 7;           // The y of the lowest camel's feet.

// Return the ring of squares, clockwise from the bottom left: 5 x 5, or the ring for a longer track that is closest to a square.
function ring(track) {
  const half = Math.max(10, Math.ceil((track + 4) / 2));
  const cols = Math.ceil(half / 2);
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
  const scale = Math.min(inner.w / 300, inner.h / 336, cols / 5);
  const panel = { x: inner.x + inner.w / 2 - 150 * scale, y: inner.y + inner.h / 2 - 168 * scale, scale };
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

// Return the places of the camels in the paddock, in rows of at most five.
function paddockSlots(count) {
  const columns = count <= 4 ? count : Math.ceil(count / Math.ceil(count / 5));
  const rows = Math.ceil(count / columns);
  const width = Math.min(84, 272 / columns);
  return Array.from({ length: count }, (_, i) => ({
    x: 150 + ((i % columns) - (Math.min(columns, count - columns * Math.floor(i / columns)) - 1) / 2) * width,
    y: 148 - (rows - 1 - Math.floor(i / columns)) * 64,
    kx: width * 0.0092, ky: rows === 1 && columns < 5 ? 0.74 : 0.6, size: columns > 4 ? 20 : 24,
  }));
}
