// @ts-check
// The totals of rows and of columns as bars, side by side.

import { rem } from "../projector.js";
import { set, svg } from "../svg.js";
import { short, split } from "./data.js";
import { GLYPH, html, setSize, widest } from "./paper.js";

/** @typedef {import("./data.js").Bars} Bars */
/** @typedef {import("./data.js").Cell} Cell */
/** @typedef {import("./data.js").Data} Data */

/** The two totals as bars, category by category. */
export class Totals {
  /** @param {Element} parent @param {Bars} bars @param {Data} data */
  constructor(parent, bars, data) {
    this.bars = bars;
    this.data = data;
    const key = html("p", parent, "key");
    bars.names.forEach((name, side) => {
      const entry = html("span", key, "entry");
      const swatch = html("span", entry, "swatch");
      swatch.style.background = bars.fills[side];
      swatch.style.borderColor = data.ink;
      entry.append(name);
    });
    this.place = html("div", parent, "panel");
    this.svg = svg("svg", { role: "img", "aria-label": bars.alt }, this.place);
    this.svg.dataset.name = "bars";
    /** @type {SVGElement[][]} */
    this.rects = [];
    /** @type {SVGElement[][]} */
    this.numbers = [];
  }

  /** @param {number} width */
  lay(width) {
    const { bars, data } = this;
    const n = data.labels.length;
    const font = data.large ? rem() : 13;
    const step = Math.min((width - 4) / n, data.large ? 220 : 120);
    this.high = 200; // on a projector the bars end on the first screen, too
    this.foot = this.high + Math.round(1.6 * font);
    const labels = data.labels.map(short);
    const tilted = widest(labels, font) > step - 4;
    const below = tilted ? Math.round(widest(labels, font) * 0.71) + font : 2 * font;
    const total = [step * n + 4, this.foot + below].map(Math.round);
    setSize(this.svg, total, font, data.ink);
    this.wide = step * 0.36;
    const ground = { x1: 0, x2: total[0], y1: this.foot, y2: this.foot, stroke: data.ink };
    svg("line", ground, this.svg);
    labels.forEach((label, at) => {
      const x = (at + 0.5) * step;
      const y = this.foot + font * 1.3;
      const place = tilted
        ? { transform: `translate(${x + 4} ${y}) rotate(-45)`, "text-anchor": "end" }
        : { x, y, "text-anchor": "middle" };
      svg("text", place, this.svg, label);
    });
    const written = Math.max(...bars.texts.flatMap(split).map((text) => text.length));
    const room = this.wide + 6 >= written * GLYPH * font;
    this.rects = [0, 1].map(() => []);
    this.numbers = [0, 1].map(() => []);
    for (const side of [0, 1]) {
      for (let at = 0; at < n; at += 1) {
        const x = (at + 0.5) * step + (side - 1) * this.wide;
        const fill = { x, width: this.wide, fill: bars.fills[side], stroke: data.ink };
        this.rects[side].push(svg("rect", fill, this.svg));
        const middle = { x: x + this.wide / 2, "text-anchor": "middle" };
        this.numbers[side].push(svg("text", room ? middle : { visibility: "hidden" }, this.svg));
      }
    }
    this.draw(bars.counts, bars.texts);
  }

  /** @param {[number[], number[]]} counts @param {[string, string]} texts */
  draw(counts, texts) {
    const most = Math.max(...this.bars.counts.flat(), 1);
    for (const side of [0, 1]) {
      split(texts[side]).forEach((text, at) => {
        const height = ((this.high ?? 0) * counts[side][at]) / most;
        const y = (this.foot ?? 0) - height;
        set(this.rects[side][at], { y, height });
        set(this.numbers[side][at], { y: y - 5 });
        this.numbers[side][at].textContent = text;
      });
    }
  }

  /** @param {Cell | null} cell whose row and column are framed */
  show(cell) {
    this.rects.forEach((rects, side) => {
      rects.forEach((rect, at) => {
        set(rect, { "stroke-width": cell?.[side] === at ? 3 : 0.75 });
      });
    });
  }
}
