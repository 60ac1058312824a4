// Saves the page's first chart as a PNG, drawn from the SVG that is on the screen: nothing is loaded, nothing leaves the page.
const SCALE = 2;

function chart() {
  return document.querySelector("[data-testid=stMain] [data-testid=stPlotlyChart] .js-plotly-plot");
}

function oneDrawing(plot) {
  const { width, height } = plot.getBoundingClientRect();
  const whole = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  whole.setAttribute("width", width);
  whole.setAttribute("height", height);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
  whole.append(paper);
  // the layers of a chart lie on each other, each an SVG of its own
  plot.querySelectorAll("svg.main-svg").forEach((layer) => whole.append(...layer.cloneNode(true).childNodes));
  whole.querySelectorAll(".modebar, .hoverlayer, .updatemenu-container").forEach((extra) => extra.remove());
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

function toPng({ text, width, height }) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = width * SCALE;
      canvas.height = height * SCALE;
      const pen = canvas.getContext("2d");
      pen.scale(SCALE, SCALE);
      pen.drawImage(image, 0, 0);
      canvas.toBlob(resolve, "image/png");
    };
    image.onerror = reject;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

async function save(name, say) {
  const plot = chart();
  if (!plot) {
    say("This view has no chart to save.");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await toPng(oneDrawing(plot)));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  say("");
}

export default function ({ parentElement, data }) {
  const words = parentElement.querySelector("p");
  parentElement.querySelector("button").onclick = () => save(data.name, (text) => { words.textContent = text; });
}
