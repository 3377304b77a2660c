// @ts-check
// The menu below matrices: choose a cell by keyboard, save a picture, enlarge.

import { hand, rasterise } from "../picture.js";
import { NAMESPACE, set, svg } from "../svg.js";
import { html } from "./paper.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("../matrices.js").View} View */

/** @param {View} view @param {Data} data @param {Element} parent @param {boolean} open */
export function addMenu(view, data, parent, open) {
  const { words } = data;
  const menu = /** @type {HTMLDetailsElement} */ (html("details", parent, "menu"));
  menu.open = open;
  html("summary", menu, "", words.menu);
  if (words.row) addFields(view, data, menu);
  addButton(menu, words.png, () => savePicture(view, data, "png"));
  addButton(menu, words.svg, () => savePicture(view, data, "svg"));
  addButton(menu, words.plotly, () => view.send("file", true)); // the server makes it
  addButton(menu, words.full, () => view.root.requestFullscreen?.());
}

/** @param {HTMLDetailsElement} menu @param {string} label @param {() => void} act */
function addButton(menu, label, act) {
  const button = /** @type {HTMLButtonElement} */ (html("button", menu, "", label));
  button.type = "button";
  button.addEventListener("click", () => {
    menu.open = false;
    act();
  });
}

/**
 * Let the keyboard choose a cell, by its row and its column.
 *
 * @param {View} view
 * @param {Data} data
 * @param {Element} menu
 */
function addFields(view, { words, labels }, menu) {
  view.places = [words.row, words.column].map((word) => {
    const label = html("label", menu, "", word);
    const field = /** @type {HTMLSelectElement} */ (html("select", label));
    labels.forEach((text, at) => field.append(new Option(text, String(at))));
    field.addEventListener("change", () => {
      const [row, column] = view.places.map((each) => Number(each.value));
      view.choose([row, column]);
    });
    return field;
  });
  if (!words.costliest) return;
  const button = /** @type {HTMLButtonElement} */ (html("button", menu, "", words.costliest));
  button.type = "button";
  button.addEventListener("click", () => view.send("chosen", []));
}

/** @param {Data} data @returns {string} what a file of these matrices is called */
const nameOf = (data) => data.panels.map((panel) => panel.name).join("-");

/** @param {View} view @param {Data} data @param {"png" | "svg"} kind */
async function savePicture(view, data, kind) {
  const whole = svg("svg", { xmlns: NAMESPACE, "font-family": "sans-serif" });
  svg("rect", { width: "100%", height: "100%", fill: data.page }, whole);
  let [x, height] = [12, 0];
  for (const { svg: drawn } of view.matrices) {
    const copy = /** @type {SVGElement} */ (drawn.cloneNode(true));
    set(copy, { x, y: 12 });
    whole.append(copy);
    x += Number(drawn.getAttribute("width")) + 24;
    height = Math.max(height, Number(drawn.getAttribute("height")) + 24);
  }
  const width = x - 12;
  set(whole, { width, height });
  const source = new XMLSerializer().serializeToString(whole);
  const file = kind === "svg"
    ? new Blob([source], { type: "image/svg+xml" })
    : await rasterise(source, width, height);
  hand(file, `${nameOf(data)}.${kind}`);
}

/** Save a page that the server made. @param {Data} data @param {string} page */
export function savePage(data, page) {
  hand(new Blob([page], { type: "text/html" }), `${nameOf(data)}.html`);
}
