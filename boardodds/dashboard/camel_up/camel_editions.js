// The choice of the edition, which the browser remembers for the next visit.

const REMEMBERED = 'boardodds.camel_up.edition';

// Return the remembered edition, null without one; the browser can forbid the access.
function rememberedEdition() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

function rememberEdition(edition) {
  try {
    localStorage.setItem(REMEMBERED, edition);
  } catch {
    // A private window or a page in a frame without storage: the next visit starts with the usual edition.
  }
}

// Return whether the visitor came to this page through the site, and not by a link, which keeps its meaning.
function cameThroughSite() {
  const [entry] = performance.getEntriesByType('navigation');
  return Boolean(entry) && new URL(entry.name).pathname !== location.pathname && !location.search;
}

class Editions {
  constructor(board) {
    this.board = board;
    this.box = document.createElement('div');
    this.box.className = 'editions';
    assign(this.box, { role: 'group', 'aria-label': 'Edition' });
    this.drawn = '';
  }

  draw() {
    const { edition, editions } = this.board.data;
    const drawn = JSON.stringify(editions);
    if (drawn !== this.drawn) {
      this.box.replaceChildren(...editions.map(({ id, name }) => button({ 'data-edition': id }, name)));
    }
    this.drawn = drawn;
    for (const node of this.box.children) assign(node, { 'aria-pressed': node.dataset.edition === edition });
  }

  choose(edition) {
    rememberEdition(edition);
    this.request(edition);
  }

  request(edition) {
    this.board.send(() => this.board.data.edition !== edition && { kind: 'set', name: 'edition', value: edition });
  }

  // Change to the remembered edition when a visitor who came through the site sees a board for the first time.
  recall() {
    if (window.boardoddsBoardShown) return;
    window.boardoddsBoardShown = true;
    const edition = rememberedEdition();
    const isKnown = this.board.data.editions.some(({ id }) => id === edition);
    if (isKnown && !this.board.data.can_undo && cameThroughSite()) this.request(edition);
  }
}
