// @ts-check
// The items at the left, each in a column on the scale of the categories: ● actual, ○ predicted,
// and the gap. Lengths are in pixels.

import { between, filled, gridPath, keep, rough, set, show, svg, widthOf, write } from "../svg.js";

/** @typedef {import("./scene.js").Layout} Layout */
/** @typedef {import("./scene.js").Piece} Piece */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../packing.js").Place} Place */

export class Strip {
  /**
   * @param {SVGElement} picture
   * @param {HTMLElement} frame it scrolls in, where it is too wide
   * @param {(column: SVGElement, ring: SVGElement, at: number) => void} listen
   */
  constructor(picture, frame, listen) {
    this.picture = picture;
    this.frame = frame;
    this.listen = listen;
    this.lines = svg("g", { class: "lines" }, picture);
    this.costs = svg("text", { class: "costs" }, picture);
    this.ghost = svg("g", { class: "ghost" }, picture);
    svg("rect", {}, this.ghost);
    svg("path", {}, this.ghost);
    this.columns = svg("g", { class: "columns" }, picture);
    this.more = svg("text", { class: "more" }, picture);
    this.gutter = this.column = this.top = this.base = this.step = this.right = this.small = 0;
  }

  /**
   * @param {Scene} scene
   * @param {Layout} layout
   */
  draw(scene, { rem, step, narrow, aside, width, side }) {
    const { data } = scene;
    const { labels } = data;
    this.small = (aside ? 1 : 0.75) * rem; // no letter of a projector is smaller than the others
    const whole = narrow ? width : width - side - 2 * rem;
    const font = Math.min(rem, Math.max(step * 0.9, 0.62 * rem));
    const most = Math.max(3, Math.floor((whole * 0.23) / (font * 0.55)));
    const short = labels.map((each) => (each.length > most ? `${each.slice(0, most - 1)}…` : each));
    const longest = Math.max(...short.map((each) => widthOf(each)));
    this.gutter =
      Math.max(widthOf(data.words.costs) * (aside ? 0.5 : 0.4) * rem, longest * font * 0.58) + 0.7 * rem;
    const room = whole - this.gutter - 0.4 * rem;
    const count = scene.cells
      ? Math.min(data.cells.length, Math.max(Math.floor(room / (2.6 * rem)), 1))
      : data.actual.length;
    // A finger needs more room than a mouse; wider strips scroll in their own frame.
    const least = scene.cells ? 0 : (rough() ? 1.05 : 0.85) * rem;
    this.column = Math.min(Math.max(room / Math.max(count, 1), least), 4 * rem);
    this.frame.classList.toggle("scrolls", this.column * count > room + 1);
    this.step = step;
    this.top = (aside ? 0.8 : 1.3) * rem;
    this.base = this.top + Math.max(labels.length - 1, 0) * step;
    this.right = this.gutter + this.column * count;
    set(this.picture, { width: this.right + 0.4 * rem, height: this.base + (aside ? 3 : 3.45) * rem });
    this.drawLines(labels, short, font, rem);
    set(this.costs, {
      x: this.gutter - 0.5 * rem,
      y: this.base + 2.7 * rem,
      "font-size": this.small,
    });
    write(this.costs, data.words.costs);
    const predicted = scene.shuffle?.drawn ?? scene.predicted;
    const radius = Math.min(0.56 * rem, this.column * 0.34, Math.max(step * 0.42, 0.3 * rem));
    keep(this.columns, count, (at) => this.addColumn(at));
    const { dearest } = scene;
    for (let at = 0; at < count; at += 1) {
      const [a, p] = scene.cells ? data.cells[at] : [data.actual[at], predicted[at]];
      this.drawColumn(scene, at, a, p, radius, rem);
      this.columns.children[at].classList.toggle("invites", at === dearest && !data.still);
    }
    const left = scene.cells ? data.pairs - count : 0;
    write(this.more, left > 0 ? filled(data.words.more, { count: String(left) }) : "");
    set(this.more, { x: this.right, y: 0.8 * rem, "font-size": this.small });
  }

  /**
   * @param {string[]} labels
   * @param {string[]} short
   * @param {number} font
   * @param {number} rem
   */
  drawLines(labels, short, font, rem) {
    keep(this.lines, labels.length, () => {
      const made = svg("g", {}, this.lines);
      svg("line", {}, made);
      svg("text", {}, made);
      svg("title", {}, made);
    });
    // Some names are left out if they would touch; the lowest and the highest stay.
    const every = Math.max(1, Math.ceil((font * 1.15) / Math.max(this.step, 1)));
    const last = labels.length - 1;
    short.forEach((label, at) => {
      const [line, text, title] = this.lines.children[at].children;
      const y = this.base - at * this.step;
      set(line, { x1: this.gutter - 4, x2: this.right, y1: y, y2: y });
      set(text, { x: this.gutter - 0.5 * rem, y, "font-size": font });
      write(text, at === last || (at % every === 0 && last - at >= every) ? label : "");
      write(title, labels[at]);
    });
  }

  /** @param {number} at */
  addColumn(at) {
    const made = svg("g", { class: "column" }, this.columns);
    svg("rect", { class: "reach" }, made);
    svg("line", { class: "gap" }, made);
    svg("text", { class: "size" }, made);
    const ring = svg("g", { class: "ring" }, made);
    svg("rect", { class: "grip" }, ring);
    svg("circle", { class: "focus" }, ring);
    svg("circle", { class: "circle" }, ring);
    svg("path", { class: "arrows" }, ring);
    svg("circle", { class: "actual" }, made);
    svg("text", { class: "name" }, made);
    svg("text", { class: "cost" }, made);
    this.listen(made, ring, at);
  }

  /**
   * @param {Scene} scene
   * @param {number} at
   * @param {number} a
   * @param {number} p where the ring stands: between categories while it moves by itself
   * @param {number} radius
   * @param {number} rem
   */
  drawColumn(scene, at, a, p, radius, rem) {
    const { data } = scene;
    const { column, top, base, step } = this;
    const cell = data.cells[at];
    const group = /** @type {SVGElement} */ (this.columns.children[at]);
    const [reach, line, size, ring, dot, name, cost] = group.children;
    const [grip, focus, circle, arrows] = ring.children;
    const x = this.middle(at);
    const stands = scene.building ? between(a, p, scene.building.open) : p;
    const [from, to] = [base - a * step, base - stands * step];
    const gap = Math.round(Math.abs(a - p));
    const height = base - top + 4.2 * rem;
    set(reach, { x: x - column / 2, y: top - rem, width: column, height });
    const end = Math.abs(to - from) > radius ? to - Math.sign(to - from) * radius : from;
    const thick = Math.max(Math.min(0.22 * rem, column * 0.2), 1.5);
    set(line, { x1: x, x2: x, y1: from, y2: end, "stroke-width": thick });
    set(dot, { cx: x, cy: from, r: radius * 0.62 });
    set(circle, { cx: x, cy: to, r: radius, "stroke-width": Math.max(radius * 0.28, 1.6) });
    set(focus, { cx: x, cy: to, r: radius + 4 });
    const hand = Math.max(44, 2.4 * rem);
    set(grip, { x: x - column / 2, y: to - hand / 2, width: column, height: hand });
    set(arrows, { d: arrowsPath(x, to, radius + 0.28 * rem, Math.min(0.26 * rem, column * 0.22)) });
    const beside = column >= 1.7 * rem && Math.abs(a - stands) > 0.7;
    write(size, beside && gap > 0 ? String(gap) : "");
    set(size, { x: x + 0.32 * rem, y: (from + to) / 2, "font-size": Math.max(0.95 * rem, this.small) });
    const dense = column < 1.25 * rem;
    const spends = cell ? cell[4] : data.costs[gap];
    write(name, cell ? `×${cell[2]}` : dense && (at + 1) % 5 ? "" : String(at + 1));
    write(cost, gap > 0 ? spends : "");
    const fit = (/** @type {Element} */ text) =>
      Math.min(Math.max(0.9 * rem, this.small), (column * 1.65) / Math.max(text.textContent?.length ?? 1, 1));
    set(name, { x, y: base + 1.5 * rem, "font-size": fit(name) });
    set(cost, { x, y: base + 2.7 * rem, "font-size": Math.min(fit(cost) * 1.1, rem) });
    group.classList.toggle("chosen", data.chosen.includes(at));
    if (scene.cells || data.still) ["role", "tabindex", "aria-label"].forEach((each) => ring.removeAttribute(each));
    else this.nameRing(scene, ring, at, a, Math.round(p), gap);
  }

  /**
   * Describe a ring and its place, for people who cannot see it.
   *
   * @param {Scene} scene
   * @param {Element} ring
   * @param {number} item
   * @param {number} a
   * @param {number} p
   * @param {number} gap
   */
  nameRing({ data, state }, ring, item, a, p, gap) {
    set(ring, {
      role: "slider",
      tabindex: "0",
      "aria-orientation": "vertical",
      "aria-valuemin": "0",
      "aria-valuemax": String(data.labels.length - 1),
      "aria-valuenow": String(p),
      "aria-label": filled(data.words.item, { number: String(item + 1), actual: data.labels[a] }),
      "aria-valuetext": filled(data.hidden ? data.words.place : data.words.value, {
        predicted: data.labels[p],
        miss: data.misses[gap],
        kappa: state.kappa,
      }),
    });
  }

  /** @param {number} at */
  middle(at) {
    return this.gutter + this.column * (at + 0.5);
  }

  /** @param {{clientY: number}} event */
  heightOf(event) {
    return event.clientY - this.picture.getBoundingClientRect().top;
  }

  /**
   * @param {number} y
   * @param {number} categories
   * @returns {number} the category there
   */
  categoryAt(y, categories) {
    return Math.min(Math.max(Math.round((this.base - y) / this.step), 0), categories - 1);
  }

  /** @param {number} y */
  onScale(y) {
    return y >= this.top - this.step / 2 && y <= this.base + this.step / 2;
  }

  /**
   * The square of a gap on the scale: beside the gap, on the right if there is room.
   *
   * @param {Scene} scene
   * @param {Piece} piece
   * @param {number} share of its width that has grown
   * @returns {Place}
   */
  squareOf(scene, piece, share = 1) {
    const [a, p] = [scene.data.actual[piece.key], scene.predicted[piece.key]];
    const x = this.middle(piece.key);
    const [wide, h] = [piece.w * this.step, piece.h * this.step];
    const y = this.base - ((a + p) / 2) * this.step - h / 2;
    const turned = x + wide > this.right && x - wide > 0;
    return { x: turned ? x - wide * share : x, y, w: wide * share, h };
  }

  /**
   * Outline the items of a cell under the pointer in another view.
   *
   * @param {Scene} scene
   * @param {[number, number] | null} cell
   */
  light(scene, cell) {
    [...this.columns.children].forEach((column, at) => {
      const lit = cell !== null && String(scene.cellOf(at)) === String(cell);
      column.classList.toggle("lit", lit);
    });
  }

  /**
   * Mark a column, and the square that its gap spans.
   *
   * @param {Scene} scene
   * @param {number | null} key
   * @param {Piece | undefined} piece
   */
  mark(scene, key, piece) {
    [...this.columns.children].forEach((column, at) => {
      column.classList.toggle("marked", at === key);
    });
    show(this.ghost, Boolean(piece?.tiled));
    if (!piece?.tiled) return;
    const [rect, path] = this.ghost.children;
    const { x, y, w, h } = this.squareOf(scene, piece);
    set(rect, { x, y, width: w, height: h });
    set(path, { d: gridPath({ x, y, w, h }, piece.w, piece.h) });
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} away
 * @param {number} half
 * @returns {string} a small arrow above, and one below
 */
function arrowsPath(x, y, away, half) {
  const high = half * 1.2;
  return (
    `M${x - half},${y - away} l${half},${-high} l${half},${high} Z ` +
    `M${x - half},${y + away} l${half},${high} l${half},${-high} Z`
  );
}
