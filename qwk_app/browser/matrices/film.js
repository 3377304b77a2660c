// @ts-check
// A matrix that is built step by step: a button plays the steps, a slider chooses one.

import { set } from "../svg.js";
import { split, valueOf } from "./data.js";
import { html } from "./paper.js";

/** @typedef {import("./data.js").Film} Film */
/** @typedef {import("../matrices.js").View} View */

/** The steps of the first matrix of a view. */
export class Player {
  /** @param {View} view @param {Film} film @param {Player | null} before of the same view */
  constructor(view, film, before) {
    this.view = view;
    this.film = film;
    before?.pause();
    const bar = html("div", view.root, "film");
    this.play = /** @type {HTMLButtonElement} */ (html("button", bar, "play", film.words.play));
    this.play.type = "button";
    this.slider = /** @type {HTMLInputElement} */ (html("input", bar));
    Object.assign(this.slider, { type: "range", min: "0", max: String(this.last) });
    this.slider.setAttribute("aria-label", film.words.step);
    this.caption = html("p", view.root, "caption");
    const same = before && before.film.captions.join() === film.captions.join();
    this.at = same ? before.at : film.begin;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.slider.addEventListener("input", () => this.step(Number(this.slider.value)));
    this.play.addEventListener("click", () => (this.timer ? this.pause() : this.run()));
  }

  get last() {
    return this.film.captions.length - 1;
  }

  run() {
    if (this.at === this.last) this.step(0, false);
    this.play.textContent = this.film.words.pause;
    this.timer = setInterval(() => {
      this.step(this.at + 1, false);
      if (this.at >= this.last) this.pause();
    }, this.film.pace);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.play.textContent = this.film.words.play;
  }

  /** @returns {number[] | undefined} the cells that the step is about; none at the end */
  get marks() {
    return this.at === this.last ? undefined : this.film.marks[this.at];
  }

  /** @param {number} at @param {boolean} [stop] */
  step(at, stop = true) {
    const { film, view } = this;
    if (stop) this.pause();
    this.at = at;
    this.fill();
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", film.captions[at]);
    this.caption.textContent = film.captions[at];
    const sums = film.totals[at];
    for (const each of view.linked) {
      if (film.items.length) each.counted = at === this.last ? Infinity : film.items[at];
      if (sums) each.bars?.draw(film.counts[at], sums);
      each.show();
    }
  }

  /** Write what stands in the cells, and the totals, at this step. */
  fill() {
    const { film, at } = this;
    const [matrix] = this.view.matrices;
    const texts = split(film.texts[at]);
    matrix.rects.forEach((rect, which) => {
      const [background, ink] = film.shades[valueOf(film.cells[at][which])];
      rect.setAttribute("fill", background);
      const number = matrix.numbers[which];
      if (!number) return;
      number.textContent = texts[which];
      number.setAttribute("fill", ink);
    });
    const sums = film.totals[at];
    if (!sums) return;
    const whole = film.items.length ? [String(film.items[at])] : [];
    [...sums.flatMap(split), ...whole].forEach((text, which) => {
      if (matrix.ends?.[which]) matrix.ends[which].textContent = text;
    });
  }

  /** Outline the cells that the step is about. */
  mark() {
    const { marks = [] } = this;
    const [matrix] = this.view.matrices;
    const n = matrix.data.labels.length;
    matrix.rects.forEach((rect, which) => {
      const on = marks.includes(which);
      set(rect, { "stroke-opacity": on ? 1 : 0.14, "stroke-width": on ? 3 : 1 });
    });
    const [first] = marks;
    if (first !== undefined) matrix.show(null, [Math.floor(first / n), first % n]);
  }
}
