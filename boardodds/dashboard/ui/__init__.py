"""Parts of pages that every game uses: tables, text, links, sharing, undo, boards."""
