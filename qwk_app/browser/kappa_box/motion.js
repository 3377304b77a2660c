// @ts-check
// Animations: the figure is built up, and rings are shuffled. An animation ends when the reader moves
// a ring, or when new data come.

import { between, eased, gridPath, set, show, stillness, svg, write } from "../svg.js";

/** @typedef {import("../kappa_box.js").Figure} Figure */

const BUILT = "qwk-kappa-box-built";
const OPENING = 400; // ms in which the gaps open,
const GROWING = 300; // a square grows out of its gap,
const FLYING = 450; // and goes into the box;
const APART = 600; // all of them begin within this time, each a little later than the one before
const MOST_APART = 220;

/** Whether the figure has built itself up in this window before; from now on, it has. */
export function builtBefore() {
  try {
    const before = sessionStorage.getItem(BUILT) !== null;
    sessionStorage.setItem(BUILT, "1");
    return before;
  } catch {
    return true; // a browser that remembers nothing would build at every visit of the page
  }
}

/** A clock that can be stopped. */
export class Motion {
  constructor() {
    this.number = 0;
  }

  stop() {
    this.number += 1;
  }

  /**
   * @param {number} time in ms
   * @param {(share: number) => void} step
   * @returns {Promise<boolean>} whether it came to its end
   */
  run(time, step) {
    const { number } = this;
    const began = performance.now();
    return new Promise((resolve) => {
      const frame = (/** @type {number} */ now) => {
        if (number !== this.number) return resolve(false);
        const share = Math.min(Math.max((now - began) / time, 0), 1);
        step(share);
        return share < 1 ? requestAnimationFrame(frame) : resolve(true);
      };
      requestAnimationFrame(frame);
    });
  }
}

/**
 * Gaps open, squares grow out of them and go into the box, and kappa falls: 2 s at most.
 *
 * @param {Figure} figure
 */
export async function build(figure) {
  figure.stop();
  const { scene, strip, box, root } = figure;
  const order = scene.data.filling.items;
  if (!order.length) return;
  const apart = Math.min(MOST_APART, APART / order.length);
  const whole = OPENING + GROWING + FLYING + apart * (order.length - 1) + 50;
  const clones = order.map(() => {
    const made = svg("g", {}, figure.flight);
    svg("rect", {}, made);
    svg("path", {}, made);
    return made;
  });
  /** @type {Set<number>} */
  const landed = new Set();
  root.classList.add("building");
  const ended = await figure.motion.run(whole, (share) => {
    const since = order.map((_item, at) => share * whole - OPENING - apart * at);
    order.forEach((item, at) => since[at] >= GROWING + FLYING && landed.add(item));
    scene.building = { open: eased(Math.min((share * whole) / OPENING, 1)), landed };
    figure.draw();
    const origin = root.getBoundingClientRect();
    const from = strip.picture.getBoundingClientRect();
    const into = box.picture.getBoundingClientRect();
    order.forEach((item, at) => {
      const lying = box.lying.get(item);
      show(clones[at], since[at] > 0 && !landed.has(item));
      if (!lying) return;
      const start = strip.squareOf(scene, lying.piece, Math.min(Math.max(since[at] / GROWING, 0), 1));
      const end = lying.place;
      const way = eased(Math.min(Math.max((since[at] - GROWING) / FLYING, 0), 1));
      const place = {
        x: between(start.x + from.left, end.x + into.left, way) - origin.left,
        y: between(start.y + from.top, end.y + into.top, way) - origin.top,
        w: between(start.w, end.w, way),
        h: between(start.h, end.h, way),
      };
      const [rect, path] = clones[at].children;
      set(rect, { x: place.x, y: place.y, width: place.w, height: place.h });
      set(path, { d: gridPath(place, lying.piece.w, lying.piece.h) });
    });
  });
  if (ended) figure.stop();
}

/**
 * Shuffle the rings several times; at the end they go back.
 *
 * @param {Figure} figure
 */
export async function shuffle(figure) {
  figure.stop();
  const { scene, motion } = figure;
  const { data } = scene;
  const dealt = data.shuffles;
  if (!dealt || scene.moved) return;
  const { chance } = scene.state;
  figure.root.classList.add("shuffling");
  write(figure.buttons.shuffle, data.words.stop);
  /** @type {number[]} */
  const tally = [];
  figure.tally = tally;
  for (const [at, predicted] of dealt.predicted.entries()) {
    const slow = stillness() ? 700 : at < 3 ? 650 : 120;
    const before = scene.predicted;
    const state = scene.state;
    const moves = await motion.run(stillness() ? 1 : at < 3 ? 420 : 180, (share) => {
      const drawn = predicted.map((to, item) => between(before[item], to, eased(share)));
      scene.shuffle = { predicted: before, drawn, state, at: at + 1 };
      figure.draw();
    });
    if (!moves) return;
    const { [at]: cost } = dealt.cost;
    const { [at]: kappa } = dealt.kappa;
    const next = { cost, kappa, chance, verdict: "", right: "" };
    scene.shuffle = { predicted, drawn: predicted, state: next, at: at + 1 };
    figure.draw();
    if (figure.answer.share !== null) tally.push(figure.answer.share);
    if (!(await motion.run(slow, () => {}))) return;
  }
  figure.stop();
  figure.tally = tally;
  figure.shuffled = true;
  figure.draw();
  figure.edits.send("shuffled", { done: true }); // the next ones will be others
}
