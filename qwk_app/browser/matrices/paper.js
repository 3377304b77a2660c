// @ts-check
// Helpers for drawing matrices: elements, the width of words, and the outline of a cell.

import { set, svg } from "../svg.js";

/** @typedef {import("./data.js").Data} Data */

export const GLYPH = 0.58; // of a font's size: how wide a digit is
export const THUMB = 32; // pixels that a thumb meets

/**
 * @param {string} name
 * @param {Element} parent
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElement}
 */
export function html(name, parent, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;
let family = "sans-serif"; // of the page

/** @param {Element} element whose letters are measured from now on */
export function measureLike(element) {
  family = getComputedStyle(element).fontFamily;
}

/** @param {string[]} texts @param {number} font @returns {number} pixels of the widest */
export function widest(texts, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return font * GLYPH * Math.max(...texts.map((text) => text.length));
  ruler.font = `${font}px ${family}`;
  return Math.ceil(Math.max(...texts.map((text) => ruler?.measureText(text).width ?? 0)));
}

/** @param {string[]} texts @param {number} cell @param {number} most @returns {number} pixels */
export function fitFont(texts, cell, most) {
  const room = Math.min(cell - 6, 0.84 * cell); // numbers side by side stay apart
  return Math.min(0.52 * cell, most, (100 * room) / widest(texts, 100));
}

/** @param {SVGElement} svg @param {number[]} total its width and height @param {number} font @param {string} ink */
export function setSize(svg, [width, height], font, ink) {
  svg.replaceChildren();
  set(svg, { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": font, fill: ink });
}

/** A frame that is seen on every shade: dark on light, light on dark. */
export class Outline {
  /** @param {Element} parent @param {Data} data @param {number} width */
  constructor(parent, data, width) {
    this.group = svg("g", { fill: "none", "pointer-events": "none" }, parent);
    this.around = svg("rect", { stroke: data.page, "stroke-width": width + 3 }, this.group);
    this.frame = svg("rect", { stroke: data.ink, "stroke-width": width }, this.group);
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  put(x, y, width, height) {
    for (const rect of [this.around, this.frame]) set(rect, { x, y, width, height });
    this.group.removeAttribute("visibility");
  }

  hide() {
    this.group.setAttribute("visibility", "hidden");
  }
}
