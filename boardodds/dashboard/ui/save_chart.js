// Save the page's first chart as a PNG of the SVG on the screen, without sending anything to a server.
const SCALE = 2;
const MARGIN = 12;

function findChart() {
  return document.querySelector("[data-testid=stMain] [data-testid=stPlotlyChart] .js-plotly-plot");
}

function toDataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = reject;
    reader.readAsDataURL(blob);
  });
}

// Return a CSS rule that contains the font of the chart, because an image cannot use the fonts of the page.
async function fontFace(plot) {
  const family = getComputedStyle(plot.querySelector("text")).fontFamily.split(",")[0].replaceAll('"', "");
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || rule.style.fontStyle === "italic") continue;
      if (rule.style.fontFamily.replaceAll('"', "") !== family) continue;
      const [, source] = rule.style.getPropertyValue("src").match(/url\("(.*?)"\)/);
      const font = await fetch(new URL(source, sheet.href));
      return `@font-face { font-family: "${family}"; font-weight: 100 900; src: url("${await toDataUrl(await font.blob())}"); }`;
    }
  }
  return "";
}

// Give each text of the copy the length that it has on the page, in case the image still uses another, wider font.
function fixTextLengths(plot, svg) {
  const originals = plot.querySelectorAll("svg.main-svg text");
  svg.querySelectorAll("text").forEach((copy, number) => {
    const lines = [...originals[number].querySelectorAll("tspan.line")];
    const copies = lines.length ? [...copy.querySelectorAll("tspan.line")] : [copy];
    (lines.length ? lines : [originals[number]]).forEach((line, place) => {
      const length = line.getComputedTextLength();
      if (!length) return;
      copies[place].setAttribute("textLength", length);
      copies[place].setAttribute("lengthAdjust", "spacingAndGlyphs");
    });
  });
}

// Return the chart as one SVG with the CSS rule of its font, and its size in pixels.
function mergeLayers(plot, font) {
  const { width, height } = plot.getBoundingClientRect();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.append(document.createElementNS("http://www.w3.org/2000/svg", "style"));
  svg.firstChild.textContent = font;
  // Plotly draws a chart as several SVGs on top of each other.
  plot.querySelectorAll("svg.main-svg").forEach((layer) => svg.append(...layer.cloneNode(true).childNodes));
  fixTextLengths(plot, svg);
  svg.querySelectorAll(".modebar, .hoverlayer, .updatemenu-container").forEach((extra) => extra.remove());
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}

// Return the page's question and answer in lines no wider than the image, each as [text, font, baseline], and their lower edge.
function layOutHeading(context, width) {
  const lines = [];
  let bottom = MARGIN;
  document.querySelectorAll("[data-testid=stMain] h1, [data-testid=stMain] h3").forEach((head, number) => {
    if (number > 1) return;
    const size = number ? 15 : 20;
    const font = `600 ${size}px ${getComputedStyle(head).fontFamily}`;
    context.font = font;
    let line = "";
    const endLine = () => {
      bottom += size * 1.25;
      lines.push([line, font, bottom - size * 0.25]);
    };
    head.innerText.trim().split(/\s+/).forEach((word) => {
      const longer = line ? `${line} ${word}` : word;
      if (line && context.measureText(longer).width > width - 2 * MARGIN) {
        endLine();
        line = word;
      } else {
        line = longer;
      }
    });
    endLine();
    bottom += 4;
  });
  return { lines, bottom };
}

function toPng({ text, width, height }) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d");
      const { lines, bottom } = layOutHeading(context, width);
      canvas.width = width * SCALE;
      canvas.height = (bottom + height) * SCALE;
      context.scale(SCALE, SCALE);
      const style = getComputedStyle(document.querySelector("[data-testid=stApp]"));
      context.fillStyle = style.backgroundColor;
      context.fillRect(0, 0, width, bottom + height);
      context.fillStyle = style.color;
      lines.forEach(([line, font, baseline]) => {
        context.font = font;
        context.fillText(line, MARGIN, baseline);
      });
      context.drawImage(image, 0, bottom);
      canvas.toBlob(resolve, "image/png");
    };
    image.onerror = reject;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

async function save(name, showMessage) {
  const plot = findChart();
  if (!plot) {
    showMessage("This view has no chart to save.");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await toPng(mergeLayers(plot, await fontFace(plot))));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  showMessage("");
}

export default function ({ parentElement, data }) {
  const message = parentElement.querySelector("p");
  parentElement.querySelector("button").onclick = () => save(data.name, (text) => { message.textContent = text; });
}
