// Keys that work anywhere on the page: Ctrl+Z to undo, and a die followed by its number to enter a roll.

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="slider"], [role="combobox"], [role="listbox"]';

// Handle a key of the page, and keep it from Streamlit, for which some letters are shortcuts.
function onPageKey(board, e) {
  const path = e.composedPath();
  if (!board.data || path.some((node) => node.matches?.(FIELDS))) return;
  const isUndo = (e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey && e.key.toLowerCase() === 'z';
  // Whether there is a step to undo is checked when the event is sent.
  if (isUndo && !e.repeat) board.send(() => board.data.can_undo && { kind: 'undo' });
  const isRoll = !isUndo && isPlainKey(e, path) && board.table.type(e.key);
  if (!isUndo && !isRoll) return;
  e.preventDefault();
  e.stopPropagation();
}

// Return whether a key is a single character that no part of the page has a use for: "o" and "m" place a tile on a focused square.
function isPlainKey(e, path) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || e.key.length !== 1 || e.key === ' ') return false;
  return !(['o', 'm'].includes(e.key) && path.some((node) => node.matches?.('.square')));
}
