// One cell, marked in every matrix: under the pointer, or chosen by a click or in the two lists.

const data = JSON.parse(document.getElementById("data").textContent);
const figure = document.getElementById("figure");
const panels = [...figure.querySelectorAll("g.panel")];
const lists = [document.getElementById("row"), document.getElementById("column")];
const words = document.getElementById("words");

function show(row, column) {
  for (const panel of panels) {
    const frame = panel.querySelector(".frame");
    const cell = Number(panel.dataset.cell);
    frame.setAttribute("x", column * cell);
    frame.setAttribute("y", row * cell);
    frame.setAttribute("visibility", "visible");
  }
  const values = { ...data.names, row: data.labels[row], column: data.labels[column] };
  for (const [name, texts] of Object.entries(data.texts)) {
    values[name] = texts[row * data.labels.length + column];
  }
  words.textContent = data.sentence.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);
}

const showChosen = () => show(...lists.map((list) => Number(list.value)));

if (data.texts) {
  lists.forEach((list, which) => {
    data.labels.forEach((label, at) => list.add(new Option(label, at)));
    list.value = data.chosen[which];
    list.addEventListener("change", showChosen);
  });
  for (const panel of panels) {
    const reach = panel.querySelector(".reach");
    const size = Number(panel.dataset.size);
    const cellAt = (event) => {
      const box = reach.getBoundingClientRect();
      return [
        (event.clientY - box.top) / box.height,
        (event.clientX - box.left) / box.width,
      ].map((share) => Math.min(size - 1, Math.max(0, Math.floor(share * size))));
    };
    reach.addEventListener("pointermove", (event) => show(...cellAt(event)));
    reach.addEventListener("pointerleave", showChosen);
    reach.addEventListener("click", (event) => {
      cellAt(event).forEach((at, which) => (lists[which].value = at));
      showChosen();
    });
  }
  showChosen();
}

// The same as the file "kappa.svg" that travels with this report.
function wholeFigure() {
  const pictures = [...figure.querySelectorAll("svg")];
  const gap = 24;
  const edge = 12;
  let below = edge;
  let width = 0;
  const placed = [];
  for (let at = 0; at < pictures.length; at += 2) {
    let right = edge;
    const row = pictures.slice(at, at + 2);
    for (const picture of row) {
      const copy = picture.cloneNode(true);
      copy.querySelector(".frame").remove();
      copy.setAttribute("x", right);
      copy.setAttribute("y", below);
      placed.push(copy);
      right += picture.width.baseVal.value + gap;
    }
    width = Math.max(width, right - gap + edge);
    below += Math.max(...row.map((picture) => picture.height.baseVal.value)) + gap;
  }
  const height = below - gap + edge;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
    svg.setAttribute(name, value);
  }
  const background = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  background.setAttribute("width", "100%");
  background.setAttribute("height", "100%");
  background.setAttribute("fill", "#fff");
  svg.append(background, ...placed);
  return [new XMLSerializer().serializeToString(svg), width, height];
}

document.getElementById("svg").addEventListener("click", () => {
  hand(new Blob([wholeFigure()[0]], { type: "image/svg+xml" }), "kappa.svg");
});
document.getElementById("png").addEventListener("click", () => {
  rasterise(...wholeFigure()).then((blob) => hand(blob, "kappa.png"));
});

for (const part of document.querySelectorAll("[data-script]")) part.hidden = false;
window.addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details")) part.open = true;
});
