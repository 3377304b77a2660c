// @ts-check
// The picture of kappa. While a ring moves, the picture is looked up and drawn at once; on release,
// the edit goes to the server.

import { component } from "./component.js";
import { Answer, BoxPicture } from "./kappa_box/box.js";
import { Edits } from "./kappa_box/edits.js";
import { Hands } from "./kappa_box/hands.js";
import { build, builtBefore, Motion, shuffle } from "./kappa_box/motion.js";
import { isBrief, Scene, total } from "./kappa_box/scene.js";
import { Strip } from "./kappa_box/strip.js";
import { fill, set, stillness, write } from "./svg.js";

/** @typedef {import("./kappa_box/scene.js").Data} Data */
/** @typedef {import("./kappa_box/scene.js").Layout} Layout */
/** @typedef {import("./kappa_box/scene.js").State} State */

const MARKUP = `
<section role="group">
  <div class="side left">
    <p class="hint"></p>
    <div class="strip"><svg role="group"></svg></div>
    <p class="verdict"></p>
  </div>
  <div class="side right">
    <div class="answer">
      <p class="kappa"><span>κ</span><span class="equals"> = </span><b class="number"></b></p>
      <svg class="gauge" aria-hidden="true"></svg>
    </div>
    <div class="box"><svg role="img"></svg><p class="sum"></p></div>
  </div>
  <div class="tools">
    <button type="button" class="undo"></button>
    <button type="button" class="shuffle"></button>
    <button type="button" class="replay"></button>
  </div>
  <svg class="flight" aria-hidden="true"></svg>
</section>`;
const POINTED = "qwk-point"; // an event of the window: a cell is pointed at, here or in a matrix

export class Figure {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    const markup = document.createElement("template");
    markup.innerHTML = MARKUP;
    parent.append(markup.content);
    const root = /** @type {HTMLElement} */ (parent.querySelector("section"));
    this.root = root;
    const find = (/** @type {string} */ selector) => /** @type {any} */ (root.querySelector(selector));
    this.verdict = find(".verdict");
    this.hint = find(".hint");
    this.flight = find(".flight");
    this.right = find(".side.right");
    this.tools = find(".tools");
    this.buttons = { shuffle: find(".shuffle"), replay: find(".replay"), undo: find(".undo") };
    this.scene = new Scene();
    this.motion = new Motion();
    this.edits = new Edits(this.scene, () => this.draw());
    this.hands = new Hands(this, this.edits);
    this.strip = new Strip(find(".strip svg"), find(".strip"), (...part) => this.hands.listen(...part));
    this.box = new BoxPicture(find(".box svg"), (key) => this.hover(key));
    this.answer = new Answer(root);
    /** @type {number | null} the column or piece under the pointer, or with the focus */
    this.hovered = null;
    /** @type {number[] | null} the cell of what is pointed at, as the matrices know it */
    this.announced = null;
    /** @type {number[]} the kappas of the shuffles so far */
    this.tally = [];
    this.shuffled = false; // whether the shuffles have come to their end
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(root);
    this.hear = (/** @type {any} */ event) => {
      const { link, cell, from } = event.detail;
      if (from !== this && link === this.scene.data?.link) this.strip.light(this.scene, cell);
    };
    addEventListener(POINTED, this.hear);
    this.buttons.shuffle.onclick = () => (this.scene.shuffle ? this.stop() : shuffle(this));
    this.buttons.replay.onclick = () => build(this);
    this.buttons.undo.onclick = () => this.edits.undo();
  }

  end() {
    this.observer.disconnect();
    removeEventListener(POINTED, this.hear);
    clearTimeout(this.edits.timer);
    this.motion.stop();
    this.root.remove();
  }

  /**
   * Take the new data of the server.
   *
   * @param {Data} data
   * @param {Function} send
   */
  take(data, send) {
    const { scene } = this;
    const old = scene.data;
    const first = old === null;
    this.edits.send = send;
    const alike = (/** @type {"actual" | "predicted"} */ name) =>
      !first && String(old[name]) === String(data[name]);
    const same = alike("actual") && alike("predicted") && old.hidden === data.hidden;
    if (this.movesByItself && !(same && data.scheme === old.scheme)) this.stop();
    scene.data = data;
    if (!alike("actual")) scene.order = [];
    if (first || !isEdited(old, data)) {
      this.hands.drag = null;
      this.edits.forget();
    }
    this.edits.take(data.answered, this.hands.drag !== null);
    this.labelTools();
    this.draw();
    if (first && data.filling.items.length && !stillness() && !builtBefore()) build(this);
  }

  /** Whether the figure builds itself up, or shuffles, or shows what shuffles came to. */
  get movesByItself() {
    return Boolean(this.scene.shuffle || this.scene.building || this.shuffled);
  }

  // Drawing

  draw() {
    const { scene, root } = this;
    if (!scene.data || !root.clientWidth) return;
    const layout = scene.layout(root.clientWidth, innerHeight);
    const state = scene.state;
    const pieces = scene.pieces();
    root.style.setProperty("--side", `${layout.side}px`);
    root.classList.toggle("narrow", layout.narrow);
    root.classList.toggle("aside", layout.aside);
    const place = layout.aside ? this.right : root;
    if (this.tools.parentElement !== place) place.append(this.tools);
    this.drawSentence(state, layout);
    this.box.draw(scene, layout, state, pieces);
    this.strip.draw(scene, layout);
    const area = state.chance?.[0];
    this.answer.share = area ? Math.max(1 - total(pieces) / area, -1) : null;
    this.answer.draw(scene, layout, state, this.tally);
    root.classList.toggle("over", this.box.over);
    this.mark();
  }

  /**
   * @param {State} state
   * @param {Layout} layout
   */
  drawSentence(state, layout) {
    const { data, shuffle: dealt } = this.scene;
    const all = String(data.shuffles?.kappa.length ?? 0);
    if (this.shuffled) fill(this.verdict, data.words.shuffled, { all });
    else if (dealt) fill(this.verdict, data.words.shuffling, { at: String(dealt.at), all });
    else {
      fill(this.verdict, data.sentences[state.verdict], {
        right: state.right,
        rule: data.rule,
        ...(isBrief(layout, state) ? { right: "" } : {}), // said just above
      });
    }
  }

  /** Mark the column and the piece that belong together. */
  mark() {
    const { scene, box } = this;
    const pointed = this.hands.drag ? this.hands.drag.item : this.hovered;
    const key = scene.building || scene.shuffle ? null : pointed;
    const lying = key === null ? undefined : box.lying.get(key);
    this.root.classList.toggle("pointing", lying !== undefined);
    box.mark(lying ? key : null);
    this.strip.mark(scene, key, lying?.piece);
    const cell = key === null ? null : scene.cellOf(key);
    if (String(cell) === String(this.announced)) return;
    this.announced = cell;
    const detail = { link: scene.data.link, cell, from: this };
    dispatchEvent(new CustomEvent(POINTED, { detail }));
  }

  /** @param {number | null} key */
  hover(key) {
    this.hovered = key;
    this.mark();
  }

  /** End whatever moves by itself. */
  stop() {
    this.motion.stop();
    this.scene.shuffle = this.scene.building = null;
    this.shuffled = false;
    this.tally = [];
    this.flight.replaceChildren();
    this.root.classList.remove("building", "shuffling");
    write(this.buttons.shuffle, this.scene.data.words.shuffle);
    this.draw();
  }

  // Tools

  labelTools() {
    const { root, strip, scene, buttons } = this;
    const { data } = scene;
    root.classList.toggle("still", data.still);
    write(this.hint, scene.cells ? data.words.many : data.words.hint);
    set(root, { "aria-label": data.words.title });
    set(strip.picture, { "aria-label": data.words.strip });
    write(buttons.shuffle, scene.shuffle ? data.words.stop : data.words.shuffle);
    write(buttons.replay, data.words.replay);
    write(buttons.undo, data.words.undo);
    buttons.undo.hidden = !data.undo;
    buttons.shuffle.hidden = !data.shuffles;
    buttons.replay.hidden = !data.filling.items.length;
  }
}

/**
 * @param {Data} old
 * @param {Data} data
 * @returns {boolean} whether it is the same example, at most edited: a ring that is held stays held
 */
function isEdited(old, data) {
  const shape = (/** @type {Data} */ { opened, labels, actual }) => String([opened, labels, actual.length]);
  return shape(old) === shape(data);
}

export default component(Figure);
