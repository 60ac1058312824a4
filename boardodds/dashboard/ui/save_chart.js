// Saves the page's first chart as a PNG, drawn from the SVG that is on the screen: nothing is loaded, nothing leaves the page.
const SCALE = 2;
const MARGIN = 12;

function chart() {
  return document.querySelector("[data-testid=stMain] [data-testid=stPlotlyChart] .js-plotly-plot");
}

function asDataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = reject;
    reader.readAsDataURL(blob);
  });
}

// A picture has no fonts of the page, so the one of the chart goes with it.
async function fontFace(plot) {
  const family = getComputedStyle(plot.querySelector("text")).fontFamily.split(",")[0].replaceAll('"', "");
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || rule.style.fontStyle === "italic") continue;
      if (rule.style.fontFamily.replaceAll('"', "") !== family) continue;
      const [, source] = rule.style.getPropertyValue("src").match(/url\("(.*?)"\)/);
      const font = await fetch(new URL(source, sheet.href));
      return `@font-face { font-family: "${family}"; font-weight: 100 900; src: url("${await asDataUrl(await font.blob())}"); }`;
    }
  }
  return "";
}

// Where it has another font all the same, that is wider: each piece of text is told how long it is.
function keepLengths(plot, whole) {
  const kept = plot.querySelectorAll("svg.main-svg text");
  whole.querySelectorAll("text").forEach((copy, number) => {
    const lines = [...kept[number].querySelectorAll("tspan.line")];
    const copies = lines.length ? [...copy.querySelectorAll("tspan.line")] : [copy];
    (lines.length ? lines : [kept[number]]).forEach((line, place) => {
      const length = line.getComputedTextLength();
      if (!length) return;
      copies[place].setAttribute("textLength", length);
      copies[place].setAttribute("lengthAdjust", "spacingAndGlyphs");
    });
  });
}

function oneDrawing(plot, font) {
  const { width, height } = plot.getBoundingClientRect();
  const whole = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  whole.setAttribute("width", width);
  whole.setAttribute("height", height);
  whole.append(document.createElementNS("http://www.w3.org/2000/svg", "style"));
  whole.firstChild.textContent = font;
  // the layers of a chart lie on each other, each an SVG of its own
  plot.querySelectorAll("svg.main-svg").forEach((layer) => whole.append(...layer.cloneNode(true).childNodes));
  keepLengths(plot, whole);
  whole.querySelectorAll(".modebar, .hoverlayer, .updatemenu-container").forEach((extra) => extra.remove());
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

// The page's question and its answer, in lines no wider than the picture: [words, font, baseline] each, and where they end.
function heading(pen, width) {
  const lines = [];
  let bottom = MARGIN;
  document.querySelectorAll("[data-testid=stMain] h1, [data-testid=stMain] h3").forEach((head, number) => {
    if (number > 1) return;
    const size = number ? 15 : 20;
    const font = `600 ${size}px ${getComputedStyle(head).fontFamily}`;
    pen.font = font;
    let line = "";
    const end = () => {
      bottom += size * 1.25;
      lines.push([line, font, bottom - size * 0.25]);
    };
    head.innerText.trim().split(/\s+/).forEach((word) => {
      const longer = line ? `${line} ${word}` : word;
      if (line && pen.measureText(longer).width > width - 2 * MARGIN) {
        end();
        line = word;
      } else {
        line = longer;
      }
    });
    end();
    bottom += 4;
  });
  return { lines, bottom };
}

function toPng({ text, width, height }) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      const pen = canvas.getContext("2d");
      const { lines, bottom } = heading(pen, width);
      canvas.width = width * SCALE;
      canvas.height = (bottom + height) * SCALE;
      pen.scale(SCALE, SCALE);
      const page = getComputedStyle(document.querySelector("[data-testid=stApp]"));
      pen.fillStyle = page.backgroundColor;
      pen.fillRect(0, 0, width, bottom + height);
      pen.fillStyle = page.color;
      lines.forEach(([words, font, baseline]) => {
        pen.font = font;
        pen.fillText(words, MARGIN, baseline);
      });
      pen.drawImage(image, 0, bottom);
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
  link.href = URL.createObjectURL(await toPng(oneDrawing(plot, await fontFace(plot))));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  say("");
}

export default function ({ parentElement, data }) {
  const words = parentElement.querySelector("p");
  parentElement.querySelector("button").onclick = () => save(data.name, (text) => { words.textContent = text; });
}
