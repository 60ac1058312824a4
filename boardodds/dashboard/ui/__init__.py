"""Parts of pages that every game uses: state store, play page, panels, declared widgets, links, sharing, boards."""
