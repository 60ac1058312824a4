// The edition that was played last, which the browser remembers for the next visit.

const REMEMBERED = 'boardodds.camel_up.edition';

// Return the storage of the browser, null where it forbids the access: then the next visit starts with the usual edition.
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function rememberEdition(edition) {
  storage()?.setItem(REMEMBERED, edition);
}

// Return whether the visitor came to this page through the site, and not by a link, which keeps its meaning.
function cameThroughSite() {
  const [entry] = performance.getEntriesByType('navigation');
  return Boolean(entry) && new URL(entry.name).pathname !== location.pathname && !location.search;
}

// Change to the remembered edition when a visitor who came through the site sees a board for the first time.
function recallEdition(board) {
  if (window.boardoddsBoardShown) return;
  window.boardoddsBoardShown = true;
  const edition = storage()?.getItem(REMEMBERED);
  const { editions, can_undo: canUndo } = board.data;
  if (!editions.includes(edition) || canUndo || !cameThroughSite()) return;
  board.send(() => board.data.edition !== edition && { kind: 'set', name: 'edition', value: edition });
}
