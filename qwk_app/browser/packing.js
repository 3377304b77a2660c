// @ts-check
// The places of pieces in a box. Lengths are in tiles, y counts from the bottom.

/** @typedef {{w: number, h: number}} Size a piece, upright */
/** @typedef {{x: number, y: number, w: number, h: number}} Place where a piece lies */
/** @typedef {{places: Place[], skyline: Place[]}} Packing places, and the upper edge they leave */

const TINY = 1e-9;

/**
 * Put pieces side by side on the bottom, then on each other, each as low as possible.
 *
 * @param {Size[]} pieces in the order in which they are laid
 * @param {number} width of the box
 * @param {number} height of the box
 * @returns {Packing | null} null where one of them finds no place
 */
export function pack(pieces, width, height) {
  /** @type {Place[]} */
  let skyline = [{ x: 0, y: 0, w: width, h: 0 }];
  const places = [];
  for (const { w, h } of pieces) {
    const place = lowest(skyline, w, width);
    if (!place || place.y + h > height + TINY) return null;
    places.push({ ...place, w, h });
    skyline = raised(skyline, place.x, w, place.y + h);
  }
  return { places, skyline };
}

/**
 * @param {Place[]} skyline
 * @param {number} w width of the piece
 * @param {number} width of the box
 * @returns {{x: number, y: number} | null} the lowest place, and of those the leftmost
 */
function lowest(skyline, w, width) {
  /** @type {{x: number, y: number} | null} */
  let best = null;
  skyline.forEach(({ x }, from) => {
    if (x + w > width + TINY) return;
    let y = 0;
    for (let at = from; at < skyline.length && skyline[at].x < x + w - TINY; at += 1) {
      y = Math.max(y, skyline[at].y);
    }
    if (!best || y < best.y - TINY) best = { x, y };
  });
  return best;
}

/**
 * @param {Place[]} skyline
 * @param {number} x
 * @param {number} w
 * @param {number} y the height that the skyline now has from x to x + w
 * @returns {Place[]}
 */
function raised(skyline, x, w, y) {
  const next = [];
  for (const part of skyline) {
    const left = Math.min(part.x + part.w, x) - part.x;
    const right = part.x + part.w - Math.max(part.x, x + w);
    if (left > TINY) next.push({ ...part, w: left });
    if (right > TINY) next.push({ ...part, x: part.x + part.w - right, w: right });
  }
  next.push({ x, y, w, h: 0 });
  return next.sort((a, b) => a.x - b.x);
}

/**
 * Change pieces to rectangles without gaps between them: the same areas, nearly square.
 *
 * A squarified treemap (Bruls, Huizing & van Wijk 2000), from the bottom up.
 *
 * @param {number[]} areas
 * @param {number} width of the box; the height follows from the areas
 * @returns {Place[]} in the order of the areas
 */
export function press(areas, width) {
  const order = areas.map((_area, at) => at).sort((a, b) => areas[b] - areas[a]);
  /** @type {Place[]} */
  const places = areas.map(() => ({ x: 0, y: 0, w: 0, h: 0 }));
  let room = { x: 0, y: 0, w: width, h: areas.reduce((sum, area) => sum + area, 0) / width };
  let from = 0;
  while (from < order.length) {
    const side = Math.min(room.w, room.h);
    let to = from + 1;
    let sum = areas[order[from]];
    while (to < order.length) {
      const more = sum + areas[order[to]];
      const now = worst(areas[order[from]], areas[order[to - 1]], sum, side);
      if (worst(areas[order[from]], areas[order[to]], more, side) > now) break;
      sum = more;
      to += 1;
    }
    const lying = room.w <= room.h; // a row on the floor; else a column at the left
    const thick = side > 0 ? sum / side : 0;
    let along = 0;
    for (const at of order.slice(from, to)) {
      const long = thick > 0 ? areas[at] / thick : 0;
      places[at] = lying
        ? { x: room.x + along, y: room.y, w: long, h: thick }
        : { x: room.x, y: room.y + along, w: thick, h: long };
      along += long;
    }
    room = lying
      ? { ...room, y: room.y + thick, h: room.h - thick }
      : { ...room, x: room.x + thick, w: room.w - thick };
    from = to;
  }
  return places;
}

/**
 * @param {number} largest area in a row
 * @param {number} smallest area in it
 * @param {number} sum of its areas
 * @param {number} side along which it lies
 * @returns {number} how far the worst of them is from a square
 */
function worst(largest, smallest, sum, side) {
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}

/**
 * Choose the width of a box so that whole pieces fit, if possible.
 *
 * @param {Size[]} pieces
 * @param {number} area of the box
 * @param {number} aspect width to height that looks best
 * @returns {number}
 */
export function boxWidth(pieces, area, aspect) {
  const best = Math.sqrt(area * aspect);
  const whole = best >= 2; // a whole number of tiles lies flush
  const widest = pieces.reduce((most, { w }) => Math.max(most, w), 0);
  /** @type {number[]} */
  const widths = [];
  for (let share = 0.5; share <= 2; share += 0.05) {
    const width = whole ? Math.max(1, Math.round(best * share)) : best * share;
    if (width >= widest && !widths.includes(width)) widths.push(width);
  }
  const off = (/** @type {number} */ width) => Math.abs(Math.log(width / best));
  widths.sort((a, b) => off(a) - off(b));
  const fits = widths.find((width) => off(width) < 0.4 && pack(pieces, width, area / width));
  if (fits) return fits;
  return whole ? Math.max(1, Math.round(best)) : best;
}

/**
 * @param {Place[]} skyline
 * @param {number} height of the box
 * @param {(part: Size) => number} worth
 * @returns {Place} the empty part above the skyline that is worth most
 */
export function emptiest(skyline, height, worth) {
  let best = { x: 0, y: 0, w: 0, h: 0 };
  skyline.forEach((from, at) => {
    let y = 0;
    for (const to of skyline.slice(at)) {
      y = Math.max(y, to.y);
      const part = { x: from.x, y, w: to.x + to.w - from.x, h: height - y };
      if (part.h > 0 && worth(part) > worth(best)) best = part;
    }
  });
  return best;
}
