// Save the page's first picture, a chart or a hundred, as a PNG of what is on the screen, without sending anything to a server.
const SCALE = 2;
const MARGIN = 12;

function findPicture() {
  return document.querySelector("[data-testid=stMain] :is(.js-plotly-plot, .hundred, .dots)");
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

// Give each text and grid line of the copy the colours that the style sheet of the page gives to the original.
function copyColours(plot, svg) {
  const themed = "text, .gridlayer path";
  const originals = plot.querySelectorAll(["svg.main-svg text", "svg.main-svg .gridlayer path"].join());
  svg.querySelectorAll(themed).forEach((copy, number) => {
    const { fill, stroke, strokeOpacity } = getComputedStyle(originals[number]);
    Object.assign(copy.style, { fill, stroke, strokeOpacity });
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
  copyColours(plot, svg);
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

// Return the chart as an image with its size in pixels.
async function chartImage(plot) {
  const { text, width, height } = mergeLayers(plot, await fontFace(plot));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return { width, height, draw: (context, top) => context.drawImage(image, 0, top) };
}

// Draw a piece of a hundred: a square, a disc or a diamond, filled or hollow.
function drawPiece(context, piece, left, top) {
  const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(piece);
  const box = piece.getBoundingClientRect();
  const [x, y, half] = [box.left + box.width / 2 - left, box.top + box.height / 2 - top, piece.offsetWidth / 2];
  context.save();
  context.translate(x, y);
  if (piece.classList.contains("diamond")) {
    context.rotate(Math.PI / 4);
    context.scale(0.72, 0.72);
  }
  context.beginPath();
  context.roundRect(-half, -half, 2 * half, 2 * half, piece.classList.contains("round") ? half : 0.3 * half);
  context.fillStyle = backgroundColor;
  context.fill();
  context.lineWidth = parseFloat(borderTopWidth);
  context.strokeStyle = borderTopColor;
  context.stroke();
  context.restore();
}

function drawTexts(context, root, left, top) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.textContent.trim()) continue;
    const style = getComputedStyle(node.parentElement);
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.color;
    context.textBaseline = "middle";
    context.fillText(node.textContent.trim(), box.left - left, box.top + box.height / 2 - top);
  }
  context.textBaseline = "alphabetic";
}

// Return a hundred, or a dot plot, as an image with its size in pixels.
function piecesImage(root) {
  const { left, top, width, height } = root.getBoundingClientRect();
  const draw = (context, offset) => {
    const [originX, originY] = [left - MARGIN, top - offset];
    root.querySelectorAll(".piece").forEach((piece) => drawPiece(context, piece, originX, originY));
    drawTexts(context, root, originX, originY);
  };
  return { width: width + 2 * MARGIN, height: height + MARGIN, draw };
}

function toPng({ width, height, draw }) {
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
  draw(context, bottom);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function save(name, showMessage) {
  const picture = findPicture();
  if (!picture) {
    showMessage("This view has no picture to save.");
    return;
  }
  const image = picture.matches(".js-plotly-plot") ? await chartImage(picture) : piecesImage(picture);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await toPng(image));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  showMessage("");
}

export default function ({ parentElement, data }) {
  const message = parentElement.querySelector("p");
  parentElement.querySelector("button").onclick = () => save(data.name, (text) => { message.textContent = text; });
}
