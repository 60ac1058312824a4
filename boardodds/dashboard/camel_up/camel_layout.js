// The geometry of the board: the ring of squares, and the places of camels in a stack and in the paddock.

const W = 100;                 // one square, in units of the drawing
const H = 112;
const MARGIN = 5;
const FLOOR = H - 7;           // where the lowest camel stands

// The ring of squares: 5 x 5 or the most nearly square one that holds them, clockwise from the bottom left.
function ring(track) {
  const half = Math.max(10, Math.ceil((track + 4) / 2));
  const cols = Math.ceil(half / 2);
  const rows = half - cols;
  const at = [];
  for (let row = rows - 1; row >= 0; row -= 1) at.push([0, row]);
  for (let col = 1; col < cols; col += 1) at.push([col, 0]);
  for (let row = 1; row < rows; row += 1) at.push([cols - 1, row]);
  for (let col = cols - 2; col > 0; col -= 1) at.push([col, rows - 1]);
  const cells = at.map(([col, row]) => ({
    x: MARGIN + col * W,
    y: MARGIN + row * H,
    // camels look the way they run, and into the board on its right side
    left: col === cols - 1 || (row === rows - 1 && col > 0),
  }));
  const inner = { x: MARGIN + W, y: MARGIN + H, w: (cols - 2) * W, h: (rows - 2) * H };
  const scale = Math.min(inner.w / 300, inner.h / 336, cols / 5);
  const panel = { x: inner.x + inner.w / 2 - 150 * scale, y: inner.y + inner.h / 2 - 168 * scale, scale };
  return { cols, cells, panel, inner, width: 2 * MARGIN + cols * W, height: 2 * MARGIN + rows * H };
}

// Where the camels of a stack stand in their square, from the bottom up: x, y of the feet, stretch, size of the letter.
function stackSlots(count, left) {
  const single = [[], [0.84, 0.84, 0, 30], [0.78, 0.74, 32, 27], [0.76, 0.69, 25, 25], [0.74, 0.64, 20, 23], [0.73, 0.6, 16, 20.5]];
  if (count === 0) return [];
  if (count < single.length) {
    const [kx, ky, step, size] = single[count];
    return Array.from({ length: count }, (_, i) => ({ x: W / 2, y: FLOOR - i * step, kx, ky, size }));
  }
  // a taller one goes up in two columns like bricks, which leaves each letter twice the height; the top camel stands away
  // from the number of the square
  const step = Math.min(13, (FLOOR - 9 - 35) / (count - 1));
  return Array.from({ length: count }, (_, i) => ({
    x: ((count - i) % 2 === 1) === left ? 29 : 71, y: FLOOR - i * step, kx: 0.52, ky: 0.56, size: Math.min(18, (2 * step) / 0.8),
  }));
}

function paddockSlots(count) {
  const columns = count <= 4 ? count : Math.ceil(count / Math.ceil(count / 5));
  const rows = Math.ceil(count / columns);
  const wide = Math.min(84, 272 / columns);
  return Array.from({ length: count }, (_, i) => ({
    x: 150 + ((i % columns) - (Math.min(columns, count - columns * Math.floor(i / columns)) - 1) / 2) * wide,
    y: 148 - (rows - 1 - Math.floor(i / columns)) * 64,
    kx: wide * 0.0092, ky: rows === 1 && columns < 5 ? 0.74 : 0.6, size: columns > 4 ? 20 : 24,
  }));
}
