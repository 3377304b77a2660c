// @ts-check
// One matrix: its cells, the names of its axes, its totals, and the outlines of cells.

import { rem } from "../projector.js";
import { rough, set, show, svg } from "../svg.js";
import { same, short, split, valueOf } from "./data.js";
import { fitFont, html, Outline, setSize, THUMB, widest } from "./paper.js";

/** @typedef {import("./data.js").Cell} Cell */
/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Panel} Panel */

const LEAST_FONT = 8; // pixels; numbers that would be smaller are shown on pointing alone
const LARGE = 2; // root's letters: a cell that is read from the third row
const BELOW = 0.27; // of a projector's height: matrices below the picture of kappa

/** One matrix on the screen. */
export class Matrix {
  /** @param {Element} parent @param {Panel} panel @param {Data} data */
  constructor(parent, panel, data) {
    this.panel = panel;
    this.data = data;
    this.place = html("div", parent, "panel");
    this.svg = svg("svg", { role: "img", "aria-label": panel.alt }, this.place);
    this.svg.dataset.name = panel.name;
    /** @type {SVGElement[]} */
    this.rects = [];
    /** @type {SVGElement[]} */
    this.numbers = [];
  }

  /** @param {number} width */
  lay(width) {
    const { panel, data } = this;
    const n = data.labels.length;
    const font = data.large ? rem() : 13;
    const labels = data.labels.map(short);
    const wide = widest(labels, font);
    const left = Math.round(font * 1.5) + wide + 12;
    const head = panel.title ? Math.round(font * (data.large ? 1.6 : 1.9)) : 0;
    const texts = split(panel.texts);
    const [, columns] = data.names;
    const headings = data.panels.map((each) => `${each.symbol} · ${each.title}`);
    const most = data.large || document.fullscreenElement ? 48 : 17;
    /** @param {number} extent @returns {[number, number]} the size of a cell, and of its number */
    const fit = (extent) => {
      const full = document.fullscreenElement !== null;
      const share = full ? 0.7 : data.below ? BELOW : data.share ?? 0; // seen whole
      const high = window.innerHeight * share;
      let deep = full || data.large ? Math.max(high / extent, LARGE * rem()) : 60;
      if (data.side) deep = (data.side * (data.large ? 2 : 1)) / extent;
      let fitting = Math.min(deep, (width - left - 6) / extent);
      if (rough() && data.chooses) fitting = Math.max(fitting, THUMB);
      fitting = Math.max(6, Math.floor(fitting));
      return [fitting, fitFont(texts, fitting, most)];
    };
    let extent = n + (data.totals ? 1 : 0);
    let [cell, number] = fit(extent);
    // Cells that are too small for numbers have only colours, and no totals.
    if (number < LEAST_FONT) [cell, number] = fit((extent = n));
    this.font = number;
    const written = number >= LEAST_FONT;
    const tilted = wide + 6 > cell && labels.some((label) => label.length > 2);
    const side = cell * extent;
    // On a projector, to save a line, the name of the axis is beside the title if both fit.
    const room = left + side - widest(headings, font * 1.2) - font;
    const beside = data.large && columns !== "" && panel.title && widest([columns], font) <= room;
    const above = head + Math.round(font * (columns && !beside ? 2.9 : 1.5)) +
      (tilted ? Math.round(wide * 0.71) - 4 : 0);
    const heading = panel.title ? Math.min(widest(headings, font * 1.25), width) : 0; // partly bold
    const total = [Math.max(left + side, heading) + 6, above + side + 6].map(Math.round);
    this.cell = cell;
    setSize(this.svg, total, font, data.ink);
    if (panel.title) {
      const place = { y: font, "font-size": Math.round(font * 1.2), fill: panel.ink };
      const title = svg("text", place, this.svg);
      svg("tspan", { "font-weight": 700 }, title, panel.symbol);
      svg("tspan", {}, title, `${panel.symbol ? " · " : ""}${panel.title}`);
    }
    const end = { x: left + side, y: font, "text-anchor": "end" };
    const centre = { x: left + (n * cell) / 2, y: head + font, "text-anchor": "middle" };
    if (columns) svg("text", beside ? end : centre, this.svg, columns);
    if (data.names[0]) {
      const turned = `translate(${font} ${above + (n * cell) / 2}) rotate(-90)`;
      svg("text", { transform: turned, "text-anchor": "middle" }, this.svg, data.names[0]);
    }
    const every = Math.ceil((font + 2) / cell);
    const body = svg("g", { transform: `translate(${left} ${above})` }, this.svg);
    labels.forEach((label, at) => {
      if (at % every) return;
      const middle = (at + 0.5) * cell;
      svg("text", { x: -8, y: middle, dy: "0.35em", "text-anchor": "end" }, body, label);
      // They lean to the left, where the names of the rows have room.
      const place = tilted
        ? { transform: `translate(${middle + 4} -8) rotate(45)`, "text-anchor": "end" }
        : { x: middle, y: -7, "text-anchor": "middle" };
      svg("text", place, body, label);
    });
    if (panel.totals && written) {
      svg("text", { x: -8, y: (n + 0.5) * cell, dy: "0.35em", "text-anchor": "end" }, body, "Σ");
      svg("text", { x: (n + 0.5) * cell, y: -7, "text-anchor": "middle" }, body, "Σ");
    }
    this.cells(body, n, cell);
    this.frames(body);
  }

  /** @param {Element} body @param {number} size @param {number} cell */
  cells(body, size, cell) {
    const { panel, data } = this;
    const texts = split(panel.texts);
    const totals = panel.totals;
    const ends = totals ? [...split(totals.rows), ...split(totals.columns), totals.whole] : [];
    const written = (this.font ?? 0) >= LEAST_FONT;
    const middle = {
      dy: "0.35em",
      "text-anchor": "middle",
      "font-size": (this.font ?? 0).toFixed(1),
      "pointer-events": "none",
    };
    this.rects = [];
    this.numbers = [];
    const gap = cell < 14 ? 0.5 : 1;
    texts.forEach((text, at) => {
      const [row, column] = [Math.floor(at / size), at % size];
      const [background, ink] = panel.shades[valueOf(panel.cells[at])];
      const look = { fill: background, stroke: data.ink, "stroke-opacity": 0.14 };
      const side = cell - 2 * gap;
      const square = { x: column * cell + gap, y: row * cell + gap, width: side, height: side };
      const rect = svg("rect", { ...square, ...look }, body);
      rect.dataset.cell = `${row},${column}`;
      this.rects.push(rect);
      if (!written) return;
      const place = { x: (column + 0.5) * cell, y: (row + 0.5) * cell, fill: ink };
      this.numbers.push(svg("text", { ...place, ...middle }, body, text));
    });
    /** @type {SVGElement[]} */
    this.ends = [];
    if (!written) return;
    const edge = (size + 0.5) * cell;
    ends.forEach((text, at) => {
      const along = ((at % size) + 0.5) * cell;
      const [x, y] = at < size ? [edge, along] : at < 2 * size ? [along, edge] : [edge, edge];
      const sized = { ...middle, "font-size": fitFont(ends, cell, this.font ?? 0).toFixed(1) };
      this.ends.push(svg("text", { x, y, ...sized }, body, text));
    });
  }

  /** @param {Element} body */
  frames(body) {
    this.sums = this.panel.totals
      ? [0, 1].map(() => svg("rect", { fill: "none", stroke: this.data.ink }, body))
      : [];
    this.chosen = new Outline(body, this.data, this.data.large ? 5 : 3);
    this.lit = new Outline(body, this.data, this.data.large ? 3 : 2);
  }

  /** @param {Cell | null} chosen @param {Cell | null} lit */
  show(chosen, lit) {
    const { cell = 0, sums = [] } = this;
    const size = this.data.labels.length;
    /** @param {Outline | undefined} outline @param {Cell | null} at */
    const put = (outline, at) =>
      at && at[0] < size && at[1] < size
        ? outline?.put(at[1] * cell + 1, at[0] * cell + 1, cell - 2, cell - 2)
        : outline?.hide();
    put(this.chosen, chosen);
    put(this.lit, lit && !same(lit, chosen) ? lit : null);
    const at = lit ?? chosen;
    const places = at ? [[size, at[0]], [at[1], size]] : [];
    sums.forEach((sum, which) => {
      show(sum, Boolean(at && this.numbers.length));
      if (!at) return;
      const [x, y] = places[which];
      set(sum, { x: x * cell + 2, y: y * cell + 2, width: cell - 4, height: cell - 4 });
    });
  }
}
