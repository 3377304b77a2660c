// @ts-check
// The edits on their way to the server, one at a time: the table has the result of one move, so a move
// of another ring waits for the answer.

/** @typedef {import("./scene.js").Scene} Scene */

const KEY_PAUSE = 400; // ms after the last key until the edit is sent
const PATIENCE = 3000; // ms that an edit may wait for the server's answer

export class Edits {
  /**
   * @param {Scene} scene
   * @param {() => void} draw
   */
  constructor(scene, draw) {
    this.scene = scene;
    this.draw = draw;
    /** @type {Function} */
    this.send = () => {};
    /** @type {{id: number, item: number, at: number} | null} the one that waits for its answer */
    this.sent = null;
    /**
     * Moves of other rings, until the server has answered.
     * @type {{item: number, to: number, done: boolean}[]}
     */
    this.waiting = [];
    this.timer = 0; // runs after a key
    this.id = 0; // of the last edit
  }

  /** Other items are shown: what was moved is gone. */
  forget() {
    this.scene.moved = null;
    this.waiting = [];
  }

  /**
   * Take the server's answer, if it is one.
   *
   * @param {number} answered the number of the last edit that the server has seen
   * @param {boolean} dragging whether a ring is held
   */
  take(answered, dragging) {
    if (!this.sent || (answered < this.sent.id && !this.isOverdue())) return;
    this.sent = null;
    const next = this.waiting.shift();
    if (next || !(dragging || this.timer)) this.scene.moved = next ?? null;
    if (next?.done) this.commit();
  }

  isOverdue() {
    return this.sent !== null && performance.now() - this.sent.at > PATIENCE;
  }

  nextId() {
    this.id = Math.max(this.id, this.scene.data.answered) + 1;
    return this.id;
  }

  undo() {
    this.send("undone", { id: this.nextId() });
  }

  /**
   * @param {number} item
   * @returns {number} where a ring stands, or will stand when its move is no longer waiting
   */
  placeOf(item) {
    const last = this.waiting.at(-1);
    return last?.item === item ? last.to : this.scene.predicted[item];
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

  /** Put a ring back that was not let go properly. */
  cancel() {
    if (!this.waiting.pop() && !this.sent) this.scene.moved = null;
    this.draw();
  }

  /** Send the edit when no key was pressed for a moment. */
  commitSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(), KEY_PAUSE);
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
}
