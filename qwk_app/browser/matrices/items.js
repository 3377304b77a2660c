// @ts-check
// The strip of items: the ratings of each item, and the items of a cell.

import { rem } from "../projector.js";
import { rough, svg } from "../svg.js";
import { same, short, valueOf } from "./data.js";
import { html, Outline, setSize, THUMB, widest } from "./paper.js";

/** @typedef {import("./data.js").Cell} Cell */
/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Strip} Strip */

const MOST_WRITTEN = 60; // items of a strip that are written out

/** The strip of items: an item a column, in as many lines as it takes. */
export class Items {
  /** @param {Element} parent @param {Strip} strip @param {Data} data */
  constructor(parent, strip, data) {
    this.strip = strip;
    this.data = data;
    this.place = html("div", parent, "panel strip");
    this.svg = svg("svg", { role: "img", "aria-label": strip.alt }, this.place);
    this.svg.dataset.name = "items";
    this.places = strip.vectors.map((vector) => [...vector].map((digit) => valueOf(digit)));
    /** @type {SVGElement[]} */
    this.columns = [];
    /** @type {Outline[]} */
    this.outlines = [];
  }

  /** @param {number} at @returns {Cell} the cell that an item is in */
  cellOf(at) {
    return [this.places[0][at], this.places[1][at]];
  }

  /** @param {number} width */
  lay(width) {
    const { strip, data, places } = this;
    const font = data.large ? rem() : 14;
    const n = places[0].length;
    const labels = data.labels.map(short);
    const left = widest(strip.names, font) + 12;
    const high = Math.round(font * 2);
    const head = Math.round(font * 1.5);
    const written = n <= MOST_WRITTEN;
    const wanted = Math.max(high + 4, rough() ? THUMB : 0, widest(labels, font) + 10);
    const step = written ? wanted : Math.max(1, (width - left - 4) / n);
    const per = written ? Math.max(1, Math.min(n, Math.floor((width - left - 4) / step))) : n;
    const lines = Math.ceil(n / per);
    const tall = head + high * places.length + 12;
    this.geometry = { left, step, per, head, high, tall };
    const total = [left + per * step + 4, lines * tall].map(Math.ceil);
    setSize(this.svg, total, font, data.ink);
    for (let line = 0; line < lines; line += 1) {
      strip.names.forEach((name, row) => {
        const y = line * tall + head + (row + 0.5) * high;
        svg("text", { x: left - 8, y, dy: "0.35em", "text-anchor": "end" }, this.svg, name);
      });
    }
    this.columns = places[0].map((_category, at) => this.column(at, font, written));
    this.outlines = [];
  }

  /** @param {number} at @param {number} font @param {boolean} written @returns {SVGElement} */
  column(at, font, written) {
    const { data } = this;
    const { left, step, head, high } = this.geometry ?? { left: 0, step: 1, head: 0, high: 1 };
    const [x, y] = this.at(at);
    const made = svg("g", {}, this.svg);
    made.dataset.item = String(at);
    const middle = { x: x + step / 2, "text-anchor": "middle", "pointer-events": "none" };
    const n = this.places[0].length;
    if (written || at === 0 || at === n - 1) {
      const end = written ? {} : { x: at ? x + step : left, "text-anchor": at ? "end" : "start" };
      const number = { ...middle, ...end, y: y + head - 5, "font-size": data.large ? font : 12 };
      svg("text", number, made, String(at + 1));
    }
    const gap = written ? 1 : 0;
    this.places.forEach((places, row) => {
      const [background, ink] = this.strip.shades[places[at]];
      const top = y + head + row * high;
      const place = { x: x + gap, y: top + 1, width: step - 2 * gap, height: high - 2 };
      svg("rect", { ...place, fill: background }, made);
      if (!written) return;
      const text = { ...middle, y: top + high / 2, dy: "0.35em", fill: ink };
      svg("text", text, made, short(data.labels[places[at]]));
    });
    return made;
  }

  /** @param {number} at @returns {[number, number]} the left upper corner of an item */
  at(at) {
    const { left, step, per, tall } = this.geometry ?? { left: 0, step: 1, per: 1, tall: 1 };
    return [left + (at % per) * step, Math.floor(at / per) * tall];
  }

  /**
   * @param {Cell | null} shown whose items are outlined
   * @param {number | null} item that is pointed at
   * @param {number} counted items that a film has counted
   */
  show(shown, item, counted) {
    const { head, high, step } = this.geometry ?? { head: 0, high: 1, step: 1 };
    const closed = shown && this.data.closed.some((each) => same(each, shown));
    /** @type {number[]} */
    let marked = this.strip.chosen ?? [];
    if (!this.strip.chosen) {
      marked = this.columns.map((_column, at) => at)
        .filter((at) => shown && !closed && same(this.cellOf(at), shown));
    }
    if (item !== null && !marked.includes(item)) marked = [...marked, item];
    while (this.outlines.length < marked.length) {
      this.outlines.push(new Outline(this.svg, this.data, this.data.large ? 4 : 2.5));
    }
    this.outlines.forEach((outline, which) => {
      if (which >= marked.length) return outline.hide();
      const [x, y] = this.at(marked[which]);
      outline.put(x + 0.5, y + head, step - 1, high * this.places.length);
    });
    this.columns.forEach((column, at) => {
      column.setAttribute("opacity", at < counted ? "1" : "0.3");
    });
  }
}
