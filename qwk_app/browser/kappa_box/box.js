// @ts-check
// The box at the right, its pieces, and kappa: the share that stays empty. Lengths are in pixels,
// except those of packing.js.

import { emptiest, pack, press } from "../packing.js";
import { fill, filled, gridPath, keep, set, show, svg, widthOf, write } from "../svg.js";
import { EDGE, isBrief, total } from "./scene.js";

/** @typedef {import("./scene.js").Layout} Layout */
/** @typedef {import("./scene.js").Piece} Piece */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").State} State */
/** @typedef {import("../packing.js").Place} Place */
/** @typedef {import("../packing.js").Size} Size */

/** @typedef {{piece: Piece, place: Place}} Lying a piece, and where it lies */

export class BoxPicture {
  /**
   * @param {SVGElement} picture
   * @param {(key: number | null) => void} hover
   */
  constructor(picture, hover) {
    this.picture = picture;
    this.hover = hover;
    this.room = svg("rect", { class: "room" }, picture);
    this.pieces = svg("g", { class: "pieces" }, picture);
    this.cover = svg("g", { class: "cover" }, picture);
    svg("path", {}, this.cover);
    svg("text", {}, this.cover);
    this.rim = svg("path", { class: "rim" }, picture);
    this.empty = svg("text", { class: "empty" }, picture);
    /** @type {Map<number, Lying>} by the pieces' keys */
    this.lying = new Map();
    this.over = false;
  }

  /**
   * @param {Scene} scene
   * @param {Layout} layout
   * @param {State} state
   * @param {Piece[]} pieces
   */
  draw(scene, { rem, tile, w, h, high }, state, pieces) {
    const { hidden, words } = scene.data;
    const area = hidden ? 0 : (state.chance?.[0] ?? 0);
    const spent = total(pieces);
    const floor = high + EDGE;
    const top = hidden ? Infinity : area / w;
    this.over = !hidden && spent > area * (1 + 1e-6);
    set(this.picture, { width: w * tile + 2 * EDGE, height: high + 2 * EDGE });
    const packing = hidden || area > 0 ? pack(pieces, w, top) : null;
    const places = packing ? packing.places : press(pieces.map((each) => each.w * each.h), w);
    this.lying = new Map(
      pieces.map((piece, at) => {
        const { x, y, w: wide, h: tall } = places[at];
        const place = { x: EDGE + x * tile, y: floor - (y + tall) * tile, w: wide * tile, h: tall * tile };
        return [piece.key, { piece, place }];
      }),
    );
    const rim = floor - (area / w) * tile;
    const right = EDGE + w * tile;
    set(this.room, { x: EDGE, y: rim, width: w * tile, height: floor - rim });
    const open = `M${EDGE},${EDGE} V${floor} H${right} V${EDGE}`;
    const closed = `M${EDGE},${rim} V${floor} H${right} V${rim} Z`;
    set(this.rim, { d: hidden ? open : area > 0 ? closed : "" });
    this.drawPieces(scene, this.over ? rim : -Infinity, rem);
    const skyline = packing?.skyline ?? [{ x: 0, y: spent / w, w, h: 0 }];
    this.drawCover(hidden ? skyline : null, floor, { w, h, tile }, rem);
    const label = filled(words.empty, { kappa: state.kappa });
    const shown = area > 0 && !this.over && !scene.building;
    this.drawEmpty(shown ? emptyPart(skyline, top, label) : null, floor, tile, rem, label);
    const alt = scene.data.boxes[state.verdict] ?? "";
    const chance = state.chance?.[1] ?? "";
    set(this.picture, { "aria-label": filled(alt, { cost: state.cost, chance, kappa: state.kappa }) });
  }

  /**
   * @param {Scene} scene
   * @param {number} rim above which a piece has no room
   * @param {number} rem
   */
  drawPieces({ data, building }, rim, rem) {
    keep(this.pieces, this.lying.size, () => {
      const made = svg("g", { class: "piece" }, this.pieces);
      svg("rect", { class: "fill" }, made);
      svg("path", { class: "grid" }, made);
      svg("rect", { class: "spill" }, made);
      svg("text", {}, made);
      made.onpointerenter = () => this.hover(Number(made.dataset.key));
      made.onpointerleave = () => this.hover(null);
    });
    [...this.lying].forEach(([key, { piece, place }], at) => {
      const group = /** @type {SVGElement} */ (this.pieces.children[at]);
      const [body, grid, spill, text] = group.children;
      group.dataset.key = String(key);
      show(group, !building || building.landed.has(key));
      const inset = Math.min(1, place.w / 8, place.h / 8);
      const x = place.x + inset;
      const y = place.y + inset;
      const width = Math.max(place.w - 2 * inset, 0);
      const bottom = place.y + place.h - inset;
      const rx = Math.min(2, place.w / 6);
      set(body, { x, y, width, height: Math.max(bottom - y, 0), rx });
      const spilt = Math.max(Math.min(rim, bottom) - y, 0);
      set(spill, { x, y, width: spilt ? width : 0, height: spilt, rx });
      const fine = piece.tiled && Math.min(place.w / piece.w, place.h / piece.h) >= 6;
      set(grid, { d: fine ? gridPath(place, piece.w, piece.h) : "" });
      const [label, size] = fitting(piece.labels, place, rem, data.large ? 1 : 0.9);
      write(text, label);
      set(text, { x: place.x + place.w / 2, y: place.y + place.h / 2, "font-size": size });
    });
  }

  /**
   * While a class guesses kappa, the empty part and the height of the box are hidden.
   *
   * @param {Place[] | null} skyline what the pieces leave open
   * @param {number} floor
   * @param {{w: number, h: number, tile: number}} box
   * @param {number} rem
   */
  drawCover(skyline, floor, { w, h, tile }, rem) {
    show(this.cover, skyline !== null);
    if (!skyline) return;
    const [sheet, mark] = this.cover.children;
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
      `${EDGE + x * tile},${floor - y * tile}`;
    const down = skyline.map((part) => `L${at(part.x, part.y)} L${at(part.x + part.w, part.y)}`);
    set(sheet, { d: `M${at(0, h)} ${down.join(" ")} L${at(w, h)} Z` });
    const top = Math.max(...skyline.map((part) => part.y));
    set(mark, {
      x: EDGE + (w * tile) / 2,
      y: floor - ((top + h) / 2) * tile,
      "font-size": Math.min(2.4 * rem, (h - top) * tile * 0.8),
    });
    write(mark, "?");
  }

  /**
   * @param {Place | null} part that is empty
   * @param {number} floor
   * @param {number} tile
   * @param {number} rem
   * @param {string} label
   */
  drawEmpty(part, floor, tile, rem, label) {
    const size = part ? Math.min(1.05 * rem, labelSize(part, label) * tile) : 0;
    show(this.empty, size > 0.6 * rem);
    write(this.empty, size > 0 ? label : ""); // kappa that was hidden again is not left in the page
    if (!part || size <= 0) return;
    set(this.empty, {
      x: EDGE + (part.x + part.w / 2) * tile,
      y: floor - (part.y + part.h / 2) * tile,
      "font-size": size,
    });
  }

  /** @param {number | null} key of the piece to mark */
  mark(key) {
    for (const piece of /** @type {Iterable<SVGElement>} */ (this.pieces.children)) {
      piece.classList.toggle("marked", Number(piece.dataset.key) === key);
    }
  }
}

/**
 * @param {Size} part
 * @param {string} label
 * @returns {number} how large the label can be there
 */
const labelSize = ({ w, h }, label) => Math.min(w / (widthOf(label) * 0.56 + 0.5), h / 2);

/**
 * @param {Place[]} skyline
 * @param {number} top of the box
 * @param {string} label
 * @returns {Place} where the label has most room
 */
const emptyPart = (skyline, top, label) => emptiest(skyline, top, (part) => labelSize(part, label));

/**
 * @param {string[]} labels the longest first
 * @param {Size} place
 * @param {number} rem
 * @param {number} least of it, for all but the shortest
 * @returns {[string, number]} the longest that can be read there, and its size
 */
function fitting(labels, place, rem, least) {
  for (const [at, label] of labels.entries()) {
    const size = Math.min(1.15 * rem, place.w / (label.length * 0.58 + 0.5), place.h * 0.8);
    if (size >= (at === labels.length - 1 ? 0.55 : least) * rem) return [label, size];
  }
  return ["", rem];
}

/** Kappa as a number, and on its way from −1 to 1. */
export class Answer {
  /** @param {HTMLElement} root */
  constructor(root) {
    const find = (/** @type {string} */ selector) =>
      /** @type {HTMLElement} */ (root.querySelector(selector));
    this.number = find(".number");
    this.sum = find(".sum");
    this.gauge = /** @type {any} */ (find(".gauge"));
    this.axis = svg("path", { class: "axis" }, this.gauge);
    this.dots = svg("g", { class: "dots" }, this.gauge);
    this.marker = svg("circle", { class: "marker" }, this.gauge);
    this.ticks = [-1, 0, 1].map(() => svg("text", { class: "tick" }, this.gauge));
  }

  /**
   * @param {Scene} scene
   * @param {Layout} layout
   * @param {State} state
   * @param {number[]} tally the empty shares of earlier shuffles
   */
  draw({ data, building }, layout, state, tally) {
    const { rem, narrow, aside, width: whole, side } = layout;
    const kappa = building ? data.filling.kappa[building.landed.size] : state.kappa;
    write(this.number, kappa || "?");
    const words = isBrief(layout, state) ? data.words.brief : data.words.sum;
    const sum = state.verdict === "u" ? "" : words;
    const { right, cost, kappa: shown } = state;
    fill(this.sum, sum, { right, cost, chance: state.chance?.[1] ?? "?", kappa: shown });
    const width = narrow ? Math.max(whole - side - 0.75 * rem, 4 * rem) : side;
    const pad = 0.8 * rem;
    const y = 0.55 * rem;
    const tick = 0.22 * rem;
    const x = (/** @type {number} */ share) => pad + ((share + 1) / 2) * (width - 2 * pad);
    const marks = [-1, 0, 1].map((end) => `M${x(end)},${y - tick} v${2 * tick}`);
    set(this.gauge, { width, height: 2 * rem });
    set(this.axis, { d: `M${pad},${y} H${width - pad} ${marks.join(" ")}` });
    this.ticks.forEach((text, at) => {
      set(text, { x: x(at - 1), y: 1.55 * rem, "font-size": (aside ? 1 : 0.85) * rem });
      write(text, data.words.ticks.split(" ")[at]);
    });
    keep(this.dots, tally.length, () => svg("circle", {}, this.dots));
    tally.forEach((share, at) => set(this.dots.children[at], { cx: x(share), cy: y, r: 0.2 * rem }));
    show(this.marker, this.share !== null && !building);
    set(this.marker, { cx: x(this.share ?? 0), cy: y, r: 0.34 * rem });
  }

  /** @type {number | null} the share of the drawn box that is empty */
  share = null;
}
