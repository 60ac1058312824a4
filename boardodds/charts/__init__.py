"""Charts: results of the library as Plotly figures and small SVG pictures."""
