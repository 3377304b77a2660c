// @ts-check
// Matrices as heatmaps, and the strip of items beside them. All that show the same lesson are
// linked: the cell under the pointer is outlined in each of them within a frame, without the server.
// Every text, number and colour comes from the server; here they are looked up and drawn.

import { ASIDE, hasAside, rem } from "./projector.js";

/**
 * @typedef {[number, number]} Cell row and column, from 0
 *
 * @typedef {object} Panel one matrix; its lists are joined by tabs, in reading order
 * @property {string} name
 * @property {string} symbol
 * @property {string} title
 * @property {string} ink of its title
 * @property {string} texts
 * @property {string} cells a digit a cell: which of the shades it has
 * @property {[string, string][]} shades background and number
 * @property {{rows: string, columns: string, whole: string} | null} totals
 * @property {string} alt
 *
 * @typedef {object} Line what is said of a cell, in words
 * @property {string[]} templates with {names} of the lists below
 * @property {string} kinds a digit a cell: which of the templates
 * @property {Record<string, string>} lists
 *
 * @typedef {object} Strip the ratings item by item
 * @property {string[]} names of its rows
 * @property {string[]} vectors a digit an item: its category
 * @property {[string, string][]} shades of the categories
 * @property {number[] | null} chosen items, where they are not those of the cell
 * @property {string} alt
 *
 * @typedef {object} Film
 * @property {string[]} captions of the steps
 * @property {string[]} texts of each step, joined as a panel's are
 * @property {string[]} cells of each step
 * @property {[string, string][]} shades
 * @property {number[][]} marks cells that each step marks, by their place in reading order
 * @property {[string, string][] | null} totals of rows and columns at each step, joined
 * @property {number[] | null} items that have been counted after each step
 * @property {[number[], number[]][] | null} counts what the bars show at each step
 * @property {number} begin the step that is shown first
 * @property {number} pace milliseconds a step
 * @property {Record<string, string>} words
 *
 * @typedef {object} Bars the totals of rows and of columns, side by side
 * @property {string[]} names of the two
 * @property {[number[], number[]]} counts
 * @property {[string, string]} texts joined by tabs
 * @property {[string, string]} fills
 * @property {string} alt
 *
 * @typedef {object} Data
 * @property {string} link what is linked to what
 * @property {string[]} labels
 * @property {string[]} names of the axes: rows, columns
 * @property {Cell | null} cell the chosen one
 * @property {boolean} totals whether room is kept for them
 * @property {boolean} large for a projector
 * @property {boolean} [below] whether it stands below the picture of kappa
 * @property {number} [share] of a projector's height that the cells take
 * @property {number} [side] pixels that the cells of a small matrix take
 * @property {boolean} chooses whether a click chooses a cell
 * @property {Cell[]} closed cells whose items are not shown
 * @property {Panel[]} panels
 * @property {Strip | null} strip
 * @property {Bars | null} bars
 * @property {Line | null} line
 * @property {Film | null} film
 * @property {string} note
 * @property {string} ink
 * @property {string} page
 * @property {Record<string, string>} words
 */

/** What is not sent is empty. @type {Partial<Data>} */
const EMPTY = { link: "", cell: null, closed: [], panels: [], strip: null, bars: null, line: null, film: null, note: "", words: {}, large: false, totals: false, chooses: false };

const NAMESPACE = "http://www.w3.org/2000/svg";
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LONGEST = 9; // characters of a category on an axis; the line has all of them
const LEAST_FONT = 8; // pixels; numbers that would be smaller are shown on pointing alone
const GLYPH = 0.58; // of a font's size: how wide a digit is
const THUMB = 32; // pixels that a thumb meets
const LARGE = 58; // pixels of a cell that is read from the third row
const BELOW = 0.27; // of a projector's height: matrices below the picture of kappa
const NARROW = 520; // pixels: a phone
const PEEK = 0.86; // of the width: a matrix, so that the next one is seen to follow
const MOST_WRITTEN = 60; // items of a strip that are written out

/** @type {Set<View>} */
const views = new Set();
const POINTED = "qwk-point"; // an event of the window: another component's items may light up, too
addEventListener(POINTED, (/** @type {any} */ event) => {
  const { link, cell, from } = event.detail;
  if (from instanceof View || !link) return;
  for (const view of views) {
    if (view.data?.link !== link) continue;
    view.lit = cell;
    view.show();
  }
});

/** @type {WeakMap<object, View>} */
const known = new WeakMap();

/** @param {{data: [Data], parentElement: HTMLElement, setTriggerValue: Function}} component */
export default function ({ data: [data], parentElement, setTriggerValue }) {
  let view = known.get(parentElement);
  if (!view) {
    view = new View(parentElement);
    known.set(parentElement, view);
    views.add(view);
  }
  view.take(data, setTriggerValue);
  const shown = view;
  return () => {
    shown.end();
    views.delete(shown);
    known.delete(parentElement);
  };
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Element} [parent]
 * @param {string} [text]
 * @returns {SVGElement}
 */
function svg(name, attributes = {}, parent, text) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

/**
 * @param {string} name
 * @param {Element} parent
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElement}
 */
function html(name, parent, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

/** @param {string} label */
const short = (label) => (label.length <= LONGEST ? label : label.slice(0, LONGEST - 1) + "…");

/** @param {string} joined @returns {string[]} */
const split = (joined) => joined.split("\t");

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;
let family = "sans-serif"; // of the page

/** @param {string[]} texts @param {number} font @returns {number} pixels of the widest */
function widest(texts, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return font * GLYPH * Math.max(...texts.map((text) => text.length));
  ruler.font = `${font}px ${family}`;
  return Math.ceil(Math.max(...texts.map((text) => ruler?.measureText(text).width ?? 0)));
}

/** @param {string[]} texts @param {number} cell @param {number} most @returns {number} pixels */
function fitFont(texts, cell, most) {
  return Math.min(0.52 * cell, most, (100 * (cell - 6)) / widest(texts, 100));
}

const isCoarse = () => matchMedia("(pointer: coarse)").matches;

/**
 * @param {Cell | null} one
 * @param {Cell | null} other
 */
const same = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** A frame that is seen on every shade: dark on light, light on dark. */
class Outline {
  /** @param {Element} parent @param {Data} data @param {number} width */
  constructor(parent, data, width) {
    this.group = svg("g", { fill: "none", "pointer-events": "none" }, parent);
    this.around = svg("rect", { stroke: data.page, "stroke-width": width + 3 }, this.group);
    this.frame = svg("rect", { stroke: data.ink, "stroke-width": width }, this.group);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  put(x, y, width, height) {
    for (const rect of [this.around, this.frame]) {
      for (const [key, value] of Object.entries({ x, y, width, height })) {
        rect.setAttribute(key, String(value));
      }
    }
    this.group.removeAttribute("visibility");
  }

  hide() {
    this.group.setAttribute("visibility", "hidden");
  }
}

/** One matrix on the screen. */
class Drawing {
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
    const size = data.labels.length;
    const font = data.large ? 28 : 13;
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
      let deep = full || data.large ? Math.max(high / extent, LARGE) : 60;
      if (data.side) deep = (data.side * (data.large ? 2 : 1)) / extent;
      let fitting = Math.min(deep, (width - left - 6) / extent);
      if (isCoarse() && data.chooses) fitting = Math.max(fitting, THUMB);
      fitting = Math.max(6, Math.floor(fitting));
      return [fitting, fitFont(texts, fitting, most)];
    };
    let extent = size + (data.totals ? 1 : 0);
    let [cell, number] = fit(extent);
    // Cells too small for their numbers are a map: it has no totals either.
    if (number < LEAST_FONT) [cell, number] = fit((extent = size));
    this.font = number;
    const written = number >= LEAST_FONT;
    const tilted = wide + 6 > cell && labels.some((label) => label.length > 2);
    const side = cell * extent;
    // On a projector every line counts: the axis is named beside the title, if both fit.
    const room = left + side - widest(headings, font * 1.2) - font;
    const beside = data.large && columns !== "" && panel.title && widest([columns], font) <= room;
    const above = head + Math.round(font * (columns && !beside ? 2.9 : 1.5)) +
      (tilted ? Math.round(wide * 0.71) - 4 : 0);
    const total = [left + side + 6, above + side + 6].map(Math.round);
    this.cell = cell;
    this.svg.replaceChildren();
    this.svg.setAttribute("width", String(total[0]));
    this.svg.setAttribute("height", String(total[1]));
    this.svg.setAttribute("viewBox", `0 0 ${total[0]} ${total[1]}`);
    this.svg.setAttribute("font-size", String(font));
    this.svg.setAttribute("fill", data.ink);
    if (panel.title) {
      const place = { y: font, "font-size": Math.round(font * 1.2), fill: panel.ink };
      const title = svg("text", place, this.svg);
      svg("tspan", { "font-weight": 700 }, title, panel.symbol);
      svg("tspan", {}, title, `${panel.symbol ? " · " : ""}${panel.title}`);
    }
    const end = { x: left + side, y: font, "text-anchor": "end" };
    const centre = { x: left + (size * cell) / 2, y: head + font, "text-anchor": "middle" };
    if (columns) svg("text", beside ? end : centre, this.svg, columns);
    if (data.names[0]) {
      const turned = `translate(${font} ${above + (size * cell) / 2}) rotate(-90)`;
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
      svg("text", { x: -8, y: (size + 0.5) * cell, dy: "0.35em", "text-anchor": "end" }, body, "Σ");
      svg("text", { x: (size + 0.5) * cell, y: -7, "text-anchor": "middle" }, body, "Σ");
    }
    this.cells(body, size, cell);
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
      const [background, ink] = panel.shades[DIGITS.indexOf(panel.cells[at])];
      const rect = svg(
        "rect",
        {
          x: column * cell + gap,
          y: row * cell + gap,
          width: cell - 2 * gap,
          height: cell - 2 * gap,
          fill: background,
          stroke: data.ink,
          "stroke-opacity": 0.14,
        },
        body,
      );
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
      sum.setAttribute("visibility", at && this.numbers.length ? "visible" : "hidden");
      if (!at) return;
      const [x, y] = places[which];
      const place = { x: x * cell + 2, y: y * cell + 2, width: cell - 4, height: cell - 4 };
      for (const [key, value] of Object.entries(place)) sum.setAttribute(key, String(value));
    });
  }
}

/** The strip of items: an item a column, in as many lines as it takes. */
class Items {
  /** @param {Element} parent @param {Strip} strip @param {Data} data */
  constructor(parent, strip, data) {
    this.strip = strip;
    this.data = data;
    this.place = html("div", parent, "panel strip");
    this.svg = svg("svg", { role: "img", "aria-label": strip.alt }, this.place);
    this.svg.dataset.name = "items";
    this.places = strip.vectors.map((vector) => [...vector].map((digit) => DIGITS.indexOf(digit)));
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
    const font = data.large ? 28 : 14;
    const n = places[0].length;
    const labels = data.labels.map(short);
    const left = widest(strip.names, font) + 12;
    const high = Math.round(font * 2);
    const head = Math.round(font * 1.5);
    const written = n <= MOST_WRITTEN;
    const wanted = Math.max(high + 4, isCoarse() ? THUMB : 0, widest(labels, font) + 10);
    const step = written ? wanted : Math.max(1, (width - left - 4) / n);
    const per = written ? Math.max(1, Math.min(n, Math.floor((width - left - 4) / step))) : n;
    const lines = Math.ceil(n / per);
    const tall = head + high * places.length + 12;
    this.geometry = { left, step, per, head, high, tall };
    const total = [left + per * step + 4, lines * tall].map(Math.ceil);
    this.svg.replaceChildren();
    this.svg.setAttribute("width", String(total[0]));
    this.svg.setAttribute("height", String(total[1]));
    this.svg.setAttribute("viewBox", `0 0 ${total[0]} ${total[1]}`);
    this.svg.setAttribute("font-size", String(font));
    this.svg.setAttribute("fill", data.ink);
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

/** The two totals as bars, category by category. */
class Histograms {
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
    const size = data.labels.length;
    const font = data.large ? 28 : 13;
    const step = Math.min((width - 4) / size, data.large ? 220 : 120);
    this.high = data.large ? 360 : 210;
    this.foot = this.high + Math.round(1.6 * font);
    const labels = data.labels.map(short);
    const tilted = widest(labels, font) > step - 4;
    const below = tilted ? Math.round(widest(labels, font) * 0.71) + font : 2 * font;
    const total = [step * size + 4, this.foot + below].map(Math.round);
    this.svg.replaceChildren();
    this.svg.setAttribute("width", String(total[0]));
    this.svg.setAttribute("height", String(total[1]));
    this.svg.setAttribute("viewBox", `0 0 ${total[0]} ${total[1]}`);
    this.svg.setAttribute("font-size", String(font));
    this.svg.setAttribute("fill", data.ink);
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
      for (let at = 0; at < size; at += 1) {
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
        this.rects[side][at].setAttribute("y", String(y));
        this.rects[side][at].setAttribute("height", String(height));
        this.numbers[side][at].setAttribute("y", String(y - 5));
        this.numbers[side][at].textContent = text;
      });
    }
  }

  /** @param {Cell | null} cell whose row and column are framed */
  show(cell) {
    this.rects.forEach((rects, side) => {
      rects.forEach((rect, at) => {
        rect.setAttribute("stroke-width", cell?.[side] === at ? "3" : "0.75");
      });
    });
  }
}

/** What one component shows: matrices side by side, or the strip, and a line of words. */
class View {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.root = html("section", parent, "view");
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
    /** @type {Drawing[]} */
    this.drawings = [];
    /** @type {HTMLSelectElement[]} the fields for the chosen cell: its row, its column */
    this.places = [];
    this.observer = new ResizeObserver(() => this.lay());
    this.observer.observe(this.root);
    this.root.addEventListener("pointerover", (event) => this.point(event));
    this.root.addEventListener("pointerleave", (event) => this.point(event));
    this.root.addEventListener("click", (event) => this.click(event));
  }

  end() {
    this.observer.disconnect();
    clearInterval(this.timer);
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
    this.bars = data.bars && new Histograms(this.root, data.bars, data);
    this.drawings = data.panels.map((panel) => new Drawing(row, panel, data));
    if (data.film) this.film(data.film);
    if (data.line) this.line = html("p", this.root, "line");
    const foot = html("div", this.root, "foot");
    html("p", foot, "note", data.note);
    this.places = [];
    if (data.panels.length && !data.side) this.menu(foot, menuOpen ?? false);
    this.places[held]?.focus({ preventScroll: true });
    this.width = 0;
    this.lay();
  }

  lay() {
    const { data } = this;
    let width = this.root.clientWidth;
    if (!data || !width || width === this.width) return;
    this.width = width;
    family = getComputedStyle(this.root).fontFamily;
    const gap = 16;
    if (data.below && hasAside(data.large, width)) width -= (ASIDE + 2) * rem();
    const count = this.drawings.length;
    // As many side by side as keep a readable size: three on a desk, one on a phone.
    const fits = Math.max(1, Math.min(count, Math.floor((width + gap) / (225 + gap))));
    const columns = fits < count && fits > 1 && count === 3 ? 1 : fits;
    // On a phone they stand in one line, which a finger moves: the words stay below them.
    const swiped = count > 1 && columns === 1 && width < NARROW;
    const row = /** @type {HTMLElement} */ (this.root.querySelector(".row"));
    row.classList.toggle("swiped", swiped);
    if (swiped) row.tabIndex = 0;
    else row.removeAttribute("tabindex");
    const share = swiped ? PEEK * width : (width - gap * (columns - 1)) / columns;
    for (const drawing of this.drawings) {
      drawing.place.style.maxWidth = `${share}px`;
      drawing.lay(share);
    }
    this.items?.lay(width);
    this.bars?.lay(width);
    if (data.film) this.step(this.at ?? 0, false);
    this.show();
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
    for (const view of this.linked) {
      view.lit = hide ? null : cell;
      view.item = view === this ? item : null;
      view.show();
    }
    const detail = { link: this.data?.link, cell: hide ? null : cell, from: this };
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
      view.show();
    }
    this.send("chosen", cell);
  }

  show() {
    if (!this.data) return;
    const chosen = this.chosen ?? null;
    for (const drawing of this.drawings) drawing.show(this.marks ? null : chosen, this.lit);
    if (this.marks) this.mark();
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
    const template = line.templates[DIGITS.indexOf(line.kinds[at])];
    return template.replace(/\{(\w+)\}/g, (_match, name) => {
      if (name === "row") return labels[row];
      if (name === "column") return labels[column];
      return split(line.lists[name] ?? "")[at] ?? "";
    });
  }

  /** @param {Film} film */
  film(film) {
    const bar = html("div", this.root, "film");
    const play = /** @type {HTMLButtonElement} */ (html("button", bar, "play", film.words.play));
    play.type = "button";
    const slider = /** @type {HTMLInputElement} */ (html("input", bar));
    Object.assign(slider, { type: "range", min: "0", max: String(film.captions.length - 1) });
    slider.setAttribute("aria-label", film.words.step);
    this.caption = html("p", this.root, "caption");
    this.slider = slider;
    this.play = play;
    clearInterval(this.timer);
    this.timer = undefined;
    if (film.captions.join() !== this.captions) this.at = film.begin; // another example
    this.captions = film.captions.join();
    slider.addEventListener("input", () => this.step(Number(slider.value)));
    play.addEventListener("click", () => (this.timer ? this.pause() : this.run()));
  }

  run() {
    const { film } = /** @type {Data} */ (this.data);
    if (!film) return;
    const last = film.captions.length - 1;
    if (this.at === last) this.step(0, false);
    if (this.play) this.play.textContent = film.words.pause;
    this.timer = setInterval(() => {
      this.step((this.at ?? 0) + 1, false);
      if ((this.at ?? 0) >= last) this.pause();
    }, film.pace);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.play && this.data?.film) this.play.textContent = this.data.film.words.play;
  }

  /** @param {number} at @param {boolean} [stop] */
  step(at, stop = true) {
    const film = this.data?.film;
    if (!film) return;
    if (stop) this.pause();
    this.at = at;
    const [drawing] = this.drawings;
    const texts = split(film.texts[at]);
    drawing.rects.forEach((rect, which) => {
      const [background, ink] = film.shades[DIGITS.indexOf(film.cells[at][which])];
      rect.setAttribute("fill", background);
      const number = drawing.numbers[which];
      if (!number) return;
      number.textContent = texts[which];
      number.setAttribute("fill", ink);
    });
    const sums = film.totals?.[at];
    if (sums) {
      const [rows, columns] = sums.map(split);
      [...rows, ...columns].forEach((text, which) => {
        if (drawing.ends?.[which]) drawing.ends[which].textContent = text;
      });
      if (drawing.ends?.at(-1) && film.items) {
        drawing.ends[drawing.ends.length - 1].textContent = String(film.items[at]);
      }
    }
    this.marks = at === film.captions.length - 1 ? undefined : film.marks[at];
    if (this.slider) {
      this.slider.value = String(at);
      this.slider.setAttribute("aria-valuetext", film.captions[at]);
    }
    if (this.caption) this.caption.textContent = film.captions[at];
    for (const view of this.linked) {
      if (film.items) view.counted = at === film.captions.length - 1 ? Infinity : film.items[at];
      if (film.counts && sums) view.bars?.draw(film.counts[at], sums);
      view.show();
    }
  }

  /** Outline the cells that the film's step is about. */
  mark() {
    const [drawing] = this.drawings;
    const size = this.data?.labels.length ?? 1;
    drawing.rects.forEach((rect, which) => {
      const on = this.marks?.includes(which);
      rect.setAttribute("stroke-opacity", on ? "1" : "0.14");
      rect.setAttribute("stroke-width", on ? "3" : "1");
    });
    const first = this.marks?.[0];
    if (first !== undefined) drawing.show(null, [Math.floor(first / size), first % size]);
  }

  /** @param {Element} parent @param {boolean} open */
  menu(parent, open) {
    const { words } = /** @type {Data} */ (this.data);
    const menu = /** @type {HTMLDetailsElement} */ (html("details", parent, "menu"));
    menu.open = open;
    html("summary", menu, "", words.menu);
    if (words.row) this.fields(menu);
    for (const [label, act] of /** @type {[string, () => void][]} */ ([
      [words.png, () => this.save("png")],
      [words.svg, () => this.save("svg")],
      [words.full, () => this.root.requestFullscreen?.()],
    ])) {
      const button = /** @type {HTMLButtonElement} */ (html("button", menu, "", label));
      button.type = "button";
      button.addEventListener("click", () => {
        menu.open = false;
        act();
      });
    }
  }

  /**
   * Let the keyboard choose a cell, by its row and its column.
   *
   * @param {Element} menu
   */
  fields(menu) {
    const { words, labels } = /** @type {Data} */ (this.data);
    this.places = [words.row, words.column].map((word) => {
      const label = html("label", menu, "", word);
      const field = /** @type {HTMLSelectElement} */ (html("select", label));
      labels.forEach((text, at) => field.append(new Option(text, String(at))));
      field.addEventListener("change", () => {
        const [row, column] = this.places.map((each) => Number(each.value));
        this.choose([row, column]);
      });
      return field;
    });
    if (!words.costliest) return;
    const button = /** @type {HTMLButtonElement} */ (html("button", menu, "", words.costliest));
    button.type = "button";
    button.addEventListener("click", () => this.send("chosen", []));
  }

  /** @param {"png" | "svg"} kind */
  save(kind) {
    const data = /** @type {Data} */ (this.data);
    const whole = svg("svg", { xmlns: NAMESPACE, "font-family": "sans-serif" });
    svg("rect", { width: "100%", height: "100%", fill: data.page }, whole);
    let [x, height] = [12, 0];
    for (const { svg: drawn } of this.drawings) {
      const copy = /** @type {SVGElement} */ (drawn.cloneNode(true));
      copy.setAttribute("x", String(x));
      copy.setAttribute("y", "12");
      whole.append(copy);
      x += Number(drawn.getAttribute("width")) + 24;
      height = Math.max(height, Number(drawn.getAttribute("height")) + 24);
    }
    const width = x - 12;
    whole.setAttribute("width", String(width));
    whole.setAttribute("height", String(height));
    const source = new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" });
    const name = data.panels.map((panel) => panel.name).join("-");
    if (kind === "svg") return offer(source, `${name}.svg`);
    const image = new Image();
    const address = URL.createObjectURL(source);
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [3 * width, 3 * height];
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => blob && offer(blob, `${name}.png`), "image/png");
    };
    image.src = address;
  }
}

/** @param {Blob} file @param {string} name */
function offer(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
