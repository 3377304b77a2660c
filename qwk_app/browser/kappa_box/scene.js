// @ts-check
// The data of the picture, and the lookups in the server's table. No statistics and no drawing: only
// the layout. Lengths are in tiles unless their names say pixels.

import { boxWidth, pack } from "../packing.js";
import { ASIDE, hasAside, rem as letters } from "../projector.js";

/**
 * @typedef {"quadratic" | "linear" | "unweighted"} Scheme
 * @typedef {[number, string]} Area a number of tiles, and how it is written
 *
 * @typedef {object} State how things are, or would be
 * @property {string} cost of all gaps
 * @property {Area | null} chance the box; null where there is none to be seen
 * @property {string} kappa
 * @property {string} verdict the key of a sentence
 * @property {string} right how many agree, as a sentence
 *
 * @typedef {object} Row what becomes of an item, category by category
 * @property {string[]} cost
 * @property {string[]} kappa
 * @property {string} verdict a letter a category
 * @property {[string, string]} right where the item misses, and where it agrees
 *
 * @typedef {object} Shuffles a list of each, a shuffle an entry
 * @property {number[][]} predicted
 * @property {string[]} cost
 * @property {string[]} kappa
 *
 * @typedef {object} Data
 * @property {string} link what lights up together
 * @property {[number, number] | null} closed the cell whose items are not shown
 * @property {Scheme} scheme
 * @property {string} rule what a gap costs, in words
 * @property {string[]} labels of the categories, the lowest first
 * @property {number[]} actual
 * @property {number[]} predicted
 * @property {number[]} chosen the items of the cell that every matrix outlines
 * @property {number[]} rows which row of the table is an item's
 * @property {Row[]} table
 * @property {Record<string, (Area | null)[]>} chance the box by what an item was and becomes
 * @property {State} base
 * @property {string[]} costs of one gap, by its width
 * @property {string[]} misses the same as words
 * @property {number} reach the most tiles that one move can lead to
 * @property {[number, number, string, number, string][]} cells actual, predicted, how many, area
 *     and cost, where there are too many items to be shown one by one
 * @property {[number, string]} [rest] area and cost of the cells that are not among them
 * @property {number} pairs how many cells there are
 * @property {Shuffles | null} shuffles
 * @property {{items: number[], kappa: string[]}} filling the gaps, the dearest first, and kappa
 *     before and after each
 * @property {boolean} hidden whether kappa is to be guessed first
 * @property {number} opened how many examples the reader has opened
 * @property {boolean} undo
 * @property {boolean} large for a projector
 * @property {number} answered the number of the last edit that the server has seen
 * @property {Record<string, string>} sentences by verdict
 * @property {Record<string, string>} boxes the picture in words, by verdict
 * @property {boolean} still whether it is looked at alone
 * @property {Record<string, string>} words
 *
 * @typedef {object} Piece what one gap, or one cell, fills of the box
 * @property {number} key the item, or the cell
 * @property {number} w
 * @property {number} h
 * @property {boolean} tiled whether it is made of whole tiles
 * @property {string[]} labels the longest first
 *
 * @typedef {object} Layout in pixels
 * @property {number} rem
 * @property {number} width of the whole figure
 * @property {boolean} narrow whether the box stands below the items
 * @property {boolean} aside whether the right side goes on beside what follows on the page
 * @property {number} tile
 * @property {number} step between two categories
 * @property {number} w width of the box, in tiles
 * @property {number} h height that the box may reach, in tiles
 * @property {number} high room for the box
 * @property {number} side room beside the items
 */

export const EDGE = 3; // pixels around the box
const SLACK = 1.25; // how far the box may grow beyond its room before the scale changes

export class Scene {
  constructor() {
    /** @type {Data} */
    this.data = /** @type {any} */ (null);
    /** @type {{item: number, to: number} | null} where a ring was moved, until the server knows */
    this.moved = null;
    /**
     * The current shuffle; `drawn` has the places of its moving rings.
     * @type {{predicted: number[], drawn: number[], state: State, at: number} | null}
     */
    this.shuffle = null;
    /**
     * The progress of building the figure: the width of the gaps, and the pieces in the box.
     * @type {{open: number, landed: Set<number>} | null}
     */
    this.building = null;
    this.narrow = false;
    /** @type {number[]} in which order pieces lie in the box */
    this.order = [];
    this.wide = 0; // how wide the box is
    /** @type {Scheme | null} of which the width holds */
    this.settled = null;
    /** @type {{of: string, tile: number, h: number} | null} the scale, and of what it is */
    this.held = null;
  }

  /** Whether pairs of ratings are shown in place of items. */
  get cells() {
    return this.data.cells.length > 0;
  }

  /** @returns {number[]} the predicted categories as they are shown */
  get predicted() {
    if (this.shuffle) return this.shuffle.predicted;
    if (!this.moved) return this.data.predicted;
    const { item, to } = this.moved;
    return this.data.predicted.map((position, at) => (at === item ? to : position));
  }

  /** @returns {State} */
  get state() {
    const { data, moved, shuffle } = this;
    if (shuffle) return shuffle.state;
    if (!moved) return data.base;
    const { item, to } = moved;
    const row = data.table[data.rows[item]];
    return {
      cost: row.cost[to],
      chance: data.chance[data.predicted[item]]?.[to] ?? null,
      kappa: row.kappa[to] ?? "",
      verdict: row.verdict[to],
      right: row.right[Number(data.actual[item] === to)],
    };
  }

  /**
   * @param {number} key
   * @returns {[number, number] | null} the cell of an item; null for one that is to be guessed
   */
  cellOf(key) {
    const [a, p] = this.cells
      ? (this.data.cells[key] ?? [])
      : [this.data.actual[key], this.predicted[key]];
    if (a === undefined || String(this.data.closed) === String([a, p])) return null;
    return [a, p];
  }

  /** @returns {number} the item with the widest gap */
  get dearest() {
    const { actual, predicted } = this.data;
    const gaps = actual.map((a, at) => Math.abs(a - predicted[at]));
    return gaps.indexOf(Math.max(...gaps));
  }

  /**
   * @param {number[]} predicted
   * @returns {Piece[]} what fills the box, in a lasting order
   */
  pieces(predicted = this.predicted) {
    const { data } = this;
    const { scheme } = data;
    if (this.cells) {
      const areas = data.cells.map(([_a, _p, _count, area, cost]) => [area, cost]);
      return [...areas, data.rest ?? [0, ""]].flatMap(([area, cost], key) => {
        const side = Math.sqrt(Number(area));
        return area ? [{ key, w: side, h: side, tiled: false, labels: [String(cost)] }] : [];
      });
    }
    const pieces = data.actual.map((a, key) => {
      const gap = Math.abs(a - predicted[key]);
      const cost = data.costs[gap];
      return {
        key,
        w: scheme === "quadratic" ? gap : Math.min(gap, 1),
        h: scheme === "unweighted" ? Math.min(gap, 1) : gap,
        tiled: true,
        labels: scheme === "quadratic" ? [`${gap} × ${gap} = ${cost}`, cost] : [cost],
      };
    });
    const place = (/** @type {Piece} */ piece) => this.order.indexOf(piece.key);
    return pieces.filter(({ w }) => w > 0).sort((a, b) => place(a) - place(b));
  }

  /** Settle in which order pieces lie, and how wide the box is: it holds as long as it fits. */
  settle() {
    const { data } = this;
    const keys = (this.cells ? data.cells : data.actual).map((_each, at) => at);
    const area = data.base.chance?.[0];
    const known = this.settled === data.scheme && area && this.order.length === keys.length;
    if (known && pack(this.pieces(data.predicted), this.wide, area / this.wide)) return;
    const gap = (/** @type {number} */ at) => Math.abs(data.actual[at] - data.predicted[at]);
    this.order = this.cells ? keys : keys.sort((a, b) => gap(b) - gap(a) || a - b);
    const pieces = this.pieces(data.predicted);
    if (known && pack(pieces, this.wide, area / this.wide)) return; // in another order they fit
    const size = area || Math.max(total(pieces) * 1.4, 1);
    this.wide = boxWidth(pieces, size, this.narrow ? 1 : 1.2);
    this.settled = data.scheme;
  }

  /** @returns {{w: number, h: number}} the largest that the box may become while a ring moves */
  reach() {
    const { data } = this;
    const w = this.wide || 1;
    const pieces = this.pieces(data.predicted);
    if (data.hidden) {
      const tops = pack(pieces, w, Infinity)?.skyline.map(({ y }) => y) ?? [];
      return { w, h: Math.max(...tops, 1) * 1.5 }; // a height that says nothing
    }
    const area = data.base.chance?.[0] ?? 0;
    return { w, h: Math.max(data.reach, total(pieces), area) / w || 1 };
  }

  /**
   * Keep the scale while rings move one after the other, so that the picture does not jump.
   *
   * @param {string} of what the scale is
   * @param {number} h height that the box may reach
   * @param {(h: number) => number} fit the tile that fits such a height, in pixels
   * @param {number} most pixels that the box may take before the scale changes
   * @returns {{tile: number, h: number}}
   */
  hold(of, h, fit, most) {
    const { held } = this;
    const keeps = held?.of === of && h * held.tile <= most;
    this.held = keeps ? { ...held, h: Math.max(held.h, h) } : { of, h, tile: fit(h) };
    return this.held;
  }

  /**
   * @param {number} width of the figure in pixels
   * @param {number} height of the window in pixels
   * @returns {Layout}
   */
  layout(width, height) {
    const { data } = this;
    const rem = letters();
    const narrow = width < 34 * rem;
    if (narrow !== this.narrow) this.order = [];
    this.narrow = narrow;
    if (!this.moved && !this.shuffle) this.settle();
    // What is left of a screen below the words: they are as high as their letters.
    const left = narrow ? 0.17 * height : 0.5 * height - 8.5 * rem;
    const aside = hasAside(data.large, width);
    const deep = Math.min(Math.max(left, (narrow ? 8 : 9.5) * rem), 34 * rem);
    const tall = aside ? 0.12 * height : deep; // of the items
    const wide = aside ? ASIDE * rem - 2 * EDGE : width * (narrow ? 0.64 : 0.44);
    const high = aside ? 0.28 * height : deep; // of the box
    const { w, ...reach } = this.reach();
    const of = String([data.actual, data.scheme, data.hidden, data.large, width, height, w]);
    const { tile, h } = this.hold(of, reach.h, (h) => {
      // A tile is as high as the step between two categories, where there is room: a gap of four is
      // the side of its square, and the length of its bar.
      const most = aside || this.cells ? Infinity : 2.7 * rem;
      return Math.min(wide / w, high / h, most);
    }, aside ? high : high * SLACK);
    const square = this.cells ? Math.min(tile, aside ? Infinity : 2.7 * rem) : tile;
    const across = w * tile + 2 * EDGE;
    const steps = Math.max(data.labels.length - 1, 1);
    const least = aside ? tall : narrow ? Math.min(7 * rem, 0.75 * tall) : Math.min(8 * rem, 0.55 * tall);
    const step = Math.max(this.cells ? tall / (steps + 1) : square, least / steps);
    return {
      rem,
      width,
      narrow,
      w,
      h,
      tile,
      high: h * tile,
      side: aside ? ASIDE * rem : narrow ? across : Math.max(across, 11.5 * rem),
      aside,
      step: Math.min(step, Math.max(tall, least) / steps, 4 * rem),
    };
  }
}

/**
 * Whether the line below the box repeats the beginning of the sentence. It does on a phone, where the
 * sentence is below that line.
 * @param {Layout} layout
 * @param {State} state
 */
export const isBrief = (layout, state) => layout.narrow && "lm".includes(state.verdict);

/** @param {Piece[]} pieces */
export const total = (pieces) => pieces.reduce((sum, { w, h }) => sum + w * h, 0);
