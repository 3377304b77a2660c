// @ts-check
// Helpers for drawing: elements are made once and changed in place, so nothing flickers and the
// keyboard's focus stays.

export const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Element} [parent]
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, parent, text) {
  const made = document.createElementNS(NAMESPACE, name);
  set(made, attributes);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

/**
 * Set the attributes that have changed.
 *
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * @param {Element} element
 * @param {boolean} visible
 */
export function show(element, visible) {
  set(element, { visibility: visible ? "visible" : "hidden" });
}

/**
 * @param {string} text
 * @returns {number} how many letters it is as wide as: a Chinese sign is as wide as two
 */
export const widthOf = (text) => [...text].reduce((sum, sign) => sum + (sign < "\u2e80" ? 1 : 2), 0);

/**
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Fill in the {places} of a text.
 *
 * @param {string} template
 * @param {Record<string, string>} values
 */
export function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (_whole, name) => values[name] ?? "");
}

/**
 * Write a sentence with coloured values: each has its name as a class.
 *
 * @param {Element} element
 * @param {string} template
 * @param {Record<string, string>} values
 */
export function fill(element, template, values) {
  const parts = template.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return document.createTextNode(part);
    const value = document.createElement("b");
    value.className = part;
    value.textContent = values[part] ?? "";
    return value;
  });
  element.replaceChildren(...parts);
}

/**
 * Add or remove children until their number is right; the first ones stay.
 *
 * @param {Element} parent
 * @param {number} count
 * @param {(at: number) => void} add
 */
export function keep(parent, count, add) {
  while (parent.children.length < count) add(parent.children.length);
  while (parent.children.length > count) parent.lastElementChild?.remove();
}

/**
 * @param {{x: number, y: number, w: number, h: number}} place
 * @param {number} across how many tiles
 * @param {number} down
 * @returns {string} the lines between the tiles
 */
export function gridPath({ x, y, w, h }, across, down) {
  const lines = [];
  for (let at = 1; at < across; at += 1) lines.push(`M${x + (w * at) / across},${y} v${h}`);
  for (let at = 1; at < down; at += 1) lines.push(`M${x},${y + (h * at) / down} h${w}`);
  return lines.join(" ");
}

/**
 * @param {number} share of a movement's time
 * @returns {number} of its way: it begins and ends slowly
 */
export const eased = (share) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/**
 * @param {number} from
 * @param {number} to
 * @param {number} share
 */
export const between = (from, to, share) => from + (to - from) * share;

/** Whether the reader asks for less motion. */
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the reader points with a finger. */
export const rough = () => matchMedia("(pointer: coarse)").matches;
