// @ts-check
// The picture of kappa, and the hands that move it. A ring that is moved is looked up and drawn at
// once; the edit goes to the server when the ring is let go.

import { Answer, BoxPicture } from "./kappa_box/box.js";
import { build, builtBefore, Motion, shuffle } from "./kappa_box/motion.js";
import { isBrief, Scene, total } from "./kappa_box/scene.js";
import { Strip } from "./kappa_box/strip.js";
import { fill, keep, set, stillness, svg, write } from "./svg.js";

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
const KEY_PAUSE = 400; // ms after the last key until the edit is sent
const PATIENCE = 3000; // ms that an edit may wait for the server's answer

/** @type {WeakMap<object, Figure>} */
const figures = new WeakMap();

/** @param {{data: [Data], parentElement: HTMLElement, setTriggerValue: Function}} component */
export default function ({ data: [data], parentElement, setTriggerValue }) {
  const figure = figures.get(parentElement) ?? new Figure(parentElement);
  figures.set(parentElement, figure);
  figure.take(data, setTriggerValue);
  return () => {
    figure.end();
    figures.delete(parentElement);
  };
}

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
    this.strip = new Strip(find(".strip svg"), find(".strip"), (...part) => this.listen(...part));
    this.box = new BoxPicture(find(".box svg"), (key) => this.hover(key));
    this.answer = new Answer(root);
    /** @type {Function} */
    this.send = () => {};
    /** @type {{id: number, item: number, at: number} | null} an edit that waits for its answer */
    this.sent = null;
    /**
     * Moves of other rings, until the server has answered: the table says what one move does.
     * @type {{item: number, to: number, done: boolean}[]}
     */
    this.waiting = [];
    /** @type {{item: number, offset: number} | null} the ring under the finger */
    this.drag = null;
    this.dragged = 0; // when the last drag ended
    this.timer = 0; // runs after a key
    this.id = 0; // of the last edit
    /** @type {number | null} the column or piece under the pointer, or with the focus */
    this.hovered = null;
    /** @type {number[] | null} the cell of what is pointed at, as the matrices know it */
    this.told = null;
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
    this.buttons.undo.onclick = () => this.send("undone", { id: this.nextId() });
  }

  end() {
    this.observer.disconnect();
    removeEventListener(POINTED, this.hear);
    clearTimeout(this.timer);
    this.motion.stop();
    this.root.remove();
  }

  /**
   * Take what the server says now.
   *
   * @param {Data} data
   * @param {Function} send
   */
  take(data, send) {
    const { scene } = this;
    const old = scene.data;
    const first = old === null;
    this.send = send;
    const alike = (/** @type {"actual" | "predicted"} */ name) =>
      !first && String(old[name]) === String(data[name]);
    const sameItems = alike("actual");
    const same = sameItems && alike("predicted") && old.hidden === data.hidden;
    const moving = scene.shuffle || scene.building || this.shuffled;
    if (moving && !(same && data.scheme === old.scheme)) this.stop();
    scene.data = data;
    if (!sameItems) {
      scene.moved = this.drag = null;
      scene.order = [];
      this.waiting = [];
    }
    if (this.sent && (data.answered >= this.sent.id || this.isOverdue())) {
      this.sent = null;
      const next = this.waiting.shift();
      if (next || !(this.drag || this.timer)) scene.moved = next ?? null;
      if (next?.done) this.commit();
    }
    this.labelTools();
    this.draw();
    if (first && data.filling.items.length && !stillness() && !builtBefore()) build(this);
  }

  isOverdue() {
    return this.sent !== null && performance.now() - this.sent.at > PATIENCE;
  }

  nextId() {
    this.id = Math.max(this.id, this.scene.data.answered) + 1;
    return this.id;
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
    const pointed = this.drag ? this.drag.item : this.hovered;
    const key = scene.building || scene.shuffle ? null : pointed;
    const lying = key === null ? undefined : box.lying.get(key);
    this.root.classList.toggle("pointing", lying !== undefined);
    box.mark(lying ? key : null);
    this.strip.mark(scene, key, lying?.piece);
    const cell = key === null ? null : scene.cellOf(key);
    if (String(cell) === String(this.told)) return;
    this.told = cell;
    const detail = { link: scene.data.link, cell, from: this };
    dispatchEvent(new CustomEvent(POINTED, { detail }));
  }

  /** @param {number | null} key */
  hover(key) {
    this.hovered = key;
    this.mark();
  }

  // Hands

  /**
   * @param {SVGElement} column
   * @param {SVGElement} ring
   * @param {number} at
   */
  listen(column, ring, at) {
    column.onpointerenter = () => this.hover(at);
    column.onpointerleave = () => this.hover(null);
    column.onclick = (event) => this.click(at, event);
    ring.onpointerdown = (event) => this.grasp(at, event);
    ring.onpointermove = (event) => this.pull(event);
    ring.onpointerup = () => this.release(true);
    ring.onpointercancel = () => this.release(false);
    // Chromium heeds no touch-action on a part of an SVG: without this, the page would scroll.
    const hold = (/** @type {Event} */ event) => this.canMove() && event.preventDefault();
    ring.addEventListener("touchstart", hold, { passive: false });
    ring.onkeydown = (event) => this.press(at, event);
    ring.onfocus = () => this.hover(at);
    ring.onblur = () => {
      this.hover(null);
      if (this.timer) this.commit();
    };
  }

  /** Whether rings can be moved. */
  canMove() {
    return !this.scene.data.still && !this.scene.cells;
  }

  /**
   * @param {number} item
   * @param {PointerEvent} event
   */
  grasp(item, event) {
    if (event.button !== 0 || !this.canMove()) return;
    this.begin();
    const ring = /** @type {any} */ (event.currentTarget);
    ring.setPointerCapture(event.pointerId);
    ring.focus({ preventScroll: true });
    event.preventDefault();
    const { strip, scene } = this;
    const stands = strip.base - scene.predicted[item] * strip.step;
    this.drag = { item, offset: stands - strip.heightOf(event) };
    this.root.classList.add("dragging");
    this.mark();
  }

  /** @param {PointerEvent} event */
  pull(event) {
    if (!this.drag) return;
    const { strip, scene, drag } = this;
    const y = strip.heightOf(event) + drag.offset;
    this.move(drag.item, strip.categoryAt(y, scene.data.labels.length));
  }

  /** @param {boolean} keeps whether the ring stays where it was let go */
  release(keeps) {
    if (!this.drag) return;
    this.drag = null;
    this.dragged = performance.now();
    this.root.classList.remove("dragging");
    if (keeps) {
      this.commit();
      return;
    }
    if (!this.waiting.pop() && !this.sent) this.scene.moved = null;
    this.draw();
  }

  /**
   * A click on a column moves its ring there: dragging is not for everyone (WCAG 2.2, 2.5.7).
   *
   * @param {number} item
   * @param {MouseEvent} event
   */
  click(item, event) {
    const y = this.strip.heightOf(event);
    const drags = performance.now() - this.dragged < 50; // this click is the end of a drag
    if (drags || !this.canMove() || !this.strip.onScale(y)) return;
    this.begin();
    this.move(item, this.strip.categoryAt(y, this.scene.data.labels.length));
    this.commit();
  }

  /**
   * @param {number} item
   * @param {KeyboardEvent} event
   */
  press(item, event) {
    const top = this.scene.data.labels.length - 1;
    const waits = this.waiting.at(-1);
    const at = waits?.item === item ? waits.to : this.scene.predicted[item];
    const to = {
      ArrowUp: at + 1,
      ArrowRight: at + 1,
      ArrowDown: at - 1,
      ArrowLeft: at - 1,
      PageUp: at + 2,
      PageDown: at - 2,
      Home: 0,
      End: top,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // the page does not scroll,
    event.stopPropagation(); // nor does a presented page go on to the next
    if (!this.canMove()) return;
    this.begin();
    this.move(item, Math.min(Math.max(to, 0), top));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(), KEY_PAUSE);
  }

  /** A hand takes over. */
  begin() {
    if (this.scene.shuffle || this.scene.building || this.shuffled) this.stop();
    this.root.classList.add("touched");
  }

  /**
   * Show a ring at another category.
   *
   * @param {number} item
   * @param {number} to
   */
  move(item, to) {
    const { scene } = this;
    if (scene.moved && scene.moved.item !== item && !this.sent) this.commit();
    if (this.sent && this.sent.item !== item && !this.isOverdue()) {
      if (this.waiting.at(-1)?.item === item) this.waiting.pop();
      this.waiting.push({ item, to, done: false });
      return;
    }
    if (scene.moved?.item === item && scene.moved.to === to) return;
    scene.moved = { item, to };
    this.draw();
  }

  /** Send the edit, if it is one. */
  commit() {
    clearTimeout(this.timer);
    this.timer = 0;
    const last = this.waiting.at(-1);
    if (last) last.done = true;
    const { moved, data } = this.scene;
    if (last || !moved) return;
    if (data.predicted[moved.item] === moved.to && !this.sent) {
      this.scene.moved = null;
      this.draw();
      return;
    }
    this.sent = { id: this.nextId(), item: moved.item, at: performance.now() };
    this.send("moved", { id: this.sent.id, ...moved });
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
