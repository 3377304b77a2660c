// @ts-check
// Moves of the rings: a pointer drags a ring or clicks its column, keys move it by steps.

/** @typedef {import("../kappa_box.js").Figure} Figure */
/** @typedef {import("./edits.js").Edits} Edits */

export class Hands {
  /**
   * @param {Figure} figure
   * @param {Edits} edits
   */
  constructor(figure, edits) {
    this.figure = figure;
    this.edits = edits;
    /** @type {{item: number, offset: number} | null} the ring under the finger */
    this.drag = null;
    /**
     * The category where the pointer was pressed, because an answer may move the scale; null after a
     * drag, whose end is a click, too.
     * @type {number | null}
     */
    this.pressed = null;
  }

  /**
   * @param {SVGElement} column
   * @param {SVGElement} ring
   * @param {number} at
   */
  listen(column, ring, at) {
    column.onpointerenter = () => this.figure.hover(at);
    column.onpointerleave = () => this.figure.hover(null);
    column.onpointerdown = (event) => this.aim(event);
    column.onclick = () => this.click(at);
    ring.onpointerdown = (event) => this.grasp(at, event);
    ring.onpointermove = (event) => this.pull(event);
    ring.onpointerup = () => this.release(true);
    ring.onpointercancel = () => this.release(false);
    // Chromium ignores touch-action on a part of an SVG: without this, the page would scroll.
    const hold = (/** @type {Event} */ event) => this.canMove() && event.preventDefault();
    ring.addEventListener("touchstart", hold, { passive: false });
    ring.onkeydown = (event) => this.press(at, event);
    ring.onfocus = () => this.figure.hover(at);
    ring.onblur = () => {
      this.figure.hover(null);
      if (this.edits.timer) this.edits.commit();
    };
  }

  /** Whether rings can be moved. */
  canMove() {
    return !this.figure.scene.data.still && !this.figure.scene.cells;
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
    const { strip, scene, root } = this.figure;
    const stands = strip.base - scene.predicted[item] * strip.step;
    this.drag = { item, offset: stands - strip.heightOf(event) };
    root.classList.add("dragging");
    this.figure.mark();
  }

  /** @param {PointerEvent} event */
  pull(event) {
    if (!this.drag) return;
    const { strip, scene } = this.figure;
    const y = strip.heightOf(event) + this.drag.offset;
    this.edits.move(this.drag.item, strip.categoryAt(y, scene.data.labels.length));
  }

  /** @param {boolean} keeps whether the ring stays where it was let go */
  release(keeps) {
    if (!this.drag) return;
    this.drag = this.pressed = null;
    this.figure.root.classList.remove("dragging");
    if (keeps) this.edits.commit();
    else this.edits.cancel();
  }

  /** @param {PointerEvent} event */
  aim(event) {
    const { strip, scene } = this.figure;
    const y = strip.heightOf(event);
    this.pressed = strip.onScale(y) ? strip.categoryAt(y, scene.data.labels.length) : null;
  }

  /**
   * A click on a column moves its ring there, because not everybody can drag (WCAG 2.2, 2.5.7).
   *
   * @param {number} item
   */
  click(item) {
    if (!this.canMove() || this.pressed === null) return;
    this.begin();
    this.edits.move(item, this.pressed);
    this.edits.commit();
  }

  /**
   * @param {number} item
   * @param {KeyboardEvent} event
   */
  press(item, event) {
    const top = this.figure.scene.data.labels.length - 1;
    const at = this.edits.placeOf(item);
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
    this.edits.move(item, Math.min(Math.max(to, 0), top));
    this.edits.commitSoon();
  }

  /** A hand takes over. */
  begin() {
    if (this.figure.movesByItself) this.figure.stop();
    this.figure.root.classList.add("touched");
  }
}
