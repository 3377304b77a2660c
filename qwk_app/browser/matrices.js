// @ts-check
// Matrices as heatmaps, and the strip of items beside them. All views of the same lesson are linked:
// each of them outlines the cell under the pointer within a frame, without the server. Texts, numbers
// and colours come from the server; this code looks them up and draws them.

import { component } from "./component.js";
import { EMPTY, same, split, valueOf } from "./matrices/data.js";
import { Player } from "./matrices/film.js";
import { Items } from "./matrices/items.js";
import { Matrix } from "./matrices/matrix.js";
import { addMenu, savePage } from "./matrices/menu.js";
import { html, measureLike } from "./matrices/paper.js";
import { Totals } from "./matrices/totals.js";
import { ASIDE, hasAside, rem } from "./projector.js";
import { filled } from "./svg.js";

/** @typedef {import("./matrices/data.js").Cell} Cell */
/** @typedef {import("./matrices/data.js").Data} Data */
/** @typedef {import("./matrices/data.js").Line} Line */

const NARROW = 520; // pixels: a phone
const PEEK = 0.86; // of the width: a matrix, so that the next one is seen to follow

/** @type {Set<View>} */
const views = new Set();
const POINTED = "qwk-point"; // an event of the window: a cell is pointed at, in any component
addEventListener(POINTED, (/** @type {any} */ event) => {
  const { link, cell, item = null, from } = event.detail;
  for (const view of views) {
    if (view !== from && !(link && view.data?.link === link)) continue;
    view.lit = cell;
    view.item = view === from ? item : null;
    if (from instanceof View && (cell || item !== null)) view.root.classList.add("asked");
    view.show();
  }
});

/** What one component shows: matrices side by side, or the strip, and a line of words. */
export class View {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.root = html("section", parent, "view");
    views.add(this);
    /** @type {Data | null} */
    this.data = null;
    /** @type {Cell | null} */
    this.lit = null;
    /** @type {number | null} */
    this.item = null;
    this.width = 0;
    this.counted = Infinity;
    /** @type {Function} */
    this.send = () => {};
    /** @type {Matrix[]} */
    this.matrices = [];
    /** @type {Player | null} */
    this.film = null;
    /** @type {HTMLSelectElement[]} the fields for the chosen cell: its row, its column */
    this.places = [];
    this.observer = new ResizeObserver(() => this.lay());
    this.observer.observe(this.root);
    this.root.addEventListener("pointerover", (event) => this.point(event));
    this.root.addEventListener("pointerleave", (event) => this.point(event));
    this.root.addEventListener("click", (event) => this.click(event));
  }

  end() {
    views.delete(this);
    this.observer.disconnect();
    this.film?.pause();
    this.root.remove();
  }

  /** @param {Data} sent @param {Function} send */
  take(sent, send) {
    this.send = send;
    const text = JSON.stringify(sent);
    if (text === this.text) return;
    this.text = text;
    const data = { ...EMPTY, ...sent };
    this.data = data;
    this.chosen = data.cell;
    this.root.classList.toggle("large", data.large);
    this.root.classList.toggle("chooses", data.chooses);
    const menuOpen = this.root.querySelector("details")?.open;
    const focused = /** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement;
    const held = this.places.findIndex((each) => each === focused);
    this.root.replaceChildren();
    this.root.style.setProperty("--page", data.page);
    const row = html("div", this.root, "row");
    this.items = data.strip && new Items(row, data.strip, data);
    this.bars = data.bars && new Totals(this.root, data.bars, data);
    this.matrices = data.panels.map((panel) => new Matrix(row, panel, data));
    this.film = data.film ? new Player(this, data.film, this.film) : null;
    html("span", this.root, "more", "›").ariaHidden = "true";
    row.onscroll = () => this.seeEnd();
    if (data.line) this.line = html("p", this.root, "line");
    const foot = html("div", this.root, "foot");
    html("p", foot, "note", data.note);
    this.places = [];
    if (data.panels.length && !data.side) addMenu(this, data, foot, menuOpen ?? false);
    this.places[held]?.focus({ preventScroll: true });
    if (data.file) savePage(data, data.file);
    this.width = 0;
    this.lay();
  }

  lay() {
    const { data } = this;
    let width = Math.floor(this.root.getBoundingClientRect().width); // clientWidth may round up
    if (!data || !width || width === this.width) return;
    this.width = width;
    measureLike(this.root);
    const gap = 16;
    if (data.below && hasAside(data.large, width)) width -= (ASIDE + 2) * rem();
    const count = this.matrices.length;
    // As many side by side as keep a readable size: three on a desk, one on a phone.
    const fits = Math.max(1, Math.min(count, Math.floor((width + gap) / (225 + gap))));
    const columns = fits < count && fits > 1 && count === 3 ? 1 : fits;
    // On a phone they are in one row, which a finger scrolls: the words stay below them.
    const swiped = count > 1 && columns === 1 && width < NARROW;
    const row = /** @type {HTMLElement} */ (this.root.querySelector(".row"));
    row.classList.toggle("swiped", swiped);
    if (swiped) row.tabIndex = 0;
    else row.removeAttribute("tabindex");
    const share = swiped ? PEEK * width : (width - gap * (columns - 1)) / columns;
    for (const matrix of this.matrices) {
      matrix.place.style.maxWidth = `${share}px`;
      matrix.lay(share);
    }
    this.seeEnd();
    this.items?.lay(width);
    this.bars?.lay(width);
    this.film?.step(this.film.at, false);
    this.show();
  }

  /** Tell whether a finger has moved the row of matrices to its end. */
  seeEnd() {
    const row = /** @type {HTMLElement} */ (this.root.querySelector(".row"));
    row.classList.toggle("ended", row.scrollLeft + row.clientWidth >= row.scrollWidth - 4);
  }

  /** @returns {View[]} all views of the same lesson */
  get linked() {
    return [...views].filter((view) => view === this || (this.data?.link && view.data?.link === this.data.link));
  }

  /** @param {Event} event @returns {{cell: Cell | null, item: number | null}} what it meets */
  met(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = /** @type {HTMLElement | null} */ (target.closest?.("[data-cell]"));
    if (cell) {
      const [row, column] = (cell.dataset.cell ?? "").split(",").map(Number);
      return { cell: [row, column], item: null };
    }
    const column = /** @type {HTMLElement | null} */ (target.closest?.("[data-item]"));
    if (column && this.items && !this.items.strip.chosen) {
      const item = Number(column.dataset.item);
      return { cell: this.items.cellOf(item), item };
    }
    return { cell: null, item: null };
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (event.pointerType === "touch") return; // a finger scrolls, or taps
    const { cell, item } = event.type === "pointerleave" ? { cell: null, item: null } : this.met(event);
    if (same(cell, this.lit) && item === this.item) return;
    const hide = cell && item !== null && this.data?.closed.some((each) => same(each, cell));
    const detail = { link: this.data?.link, cell: hide ? null : cell, item, from: this };
    dispatchEvent(new CustomEvent(POINTED, { detail }));
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { cell } = this.met(event);
    if (cell && this.data?.chooses) this.choose(cell);
  }

  /** @param {Cell} cell */
  choose(cell) {
    for (const view of this.linked) {
      if (view.data?.cell) view.chosen = cell;
      view.lit = null;
      view.root.classList.add("asked");
      view.show();
    }
    this.send("chosen", cell);
  }

  show() {
    if (!this.data) return;
    const chosen = this.chosen ?? null;
    const marks = this.film?.marks;
    for (const matrix of this.matrices) matrix.show(marks ? null : chosen, this.lit);
    if (marks) this.film?.mark();
    this.items?.show(this.lit ?? chosen, this.item, this.counted);
    this.bars?.show(this.lit ?? chosen);
    if (chosen) this.places.forEach((each, side) => (each.value = String(chosen[side])));
    const at = this.lit ?? chosen;
    if (this.line && this.data.line) {
      this.line.textContent = at ? this.words(this.data.line, at) : "";
    }
  }

  /** @param {Line} line @param {Cell} cell @returns {string} */
  words(line, [row, column]) {
    const labels = this.data?.labels ?? [];
    const at = row * labels.length + column;
    const template = line.templates[valueOf(line.kinds[at])];
    const said = Object.entries(line.lists).map(([name, list]) => [name, split(list)[at]]);
    return filled(template, { ...Object.fromEntries(said), row: labels[row], column: labels[column] });
  }
}

export default component(View);
