// @ts-check
// Plain charts: bars, lines, marks and words on two axes, in the part of Plotly's language that
// `qwk_app/figures` uses for them. Pages that need no more load no Plotly, and do not wait for it
// after an edit.

/**
 * @typedef {string | number} Value
 * @typedef {Record<string, any>} Trace
 *
 * @typedef {object} Data
 * @property {string} name
 * @property {string} alt
 * @property {string} [link] what is linked to what: views with the same word light up together
 * @property {Trace[]} data
 * @property {Record<string, any>} layout
 */

const NAMESPACE = "http://www.w3.org/2000/svg";
const POINTED = "qwk-point"; // an event of the window, of the matrices, too
const LIT = 2; // pixels of the frame around a bar that is pointed at

/** @type {WeakMap<object, Plot>} */
const known = new WeakMap();

/** @param {{data: [Data], parentElement: HTMLElement, setTriggerValue: Function}} component */
export default function ({ data: [data], parentElement, setTriggerValue }) {
  const plot = known.get(parentElement) ?? new Plot(parentElement);
  known.set(parentElement, plot);
  plot.take(data, setTriggerValue);
  return () => {
    plot.end();
    known.delete(parentElement);
  };
}

/**
 * @param {string} name
 * @param {Record<string, Value>} attributes
 * @param {Element} parent
 * @param {string} [text]
 * @returns {SVGElement}
 */
function svg(name, attributes, parent, text) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

/** @param {any} value @param {number} at @returns {any} the one of a list, or what all have */
const each = (value, at) => (Array.isArray(value) ? value[at] : value);

/** Write text as Plotly does: escaped, bold where it says so; its spaces stay.
 * @param {string} text @param {Record<string, Value>} attributes @param {Element} parent */
function write(text, attributes, parent) {
  const bold = text.startsWith("<b>") ? { "font-weight": 700 } : {};
  const plain = new DOMParser().parseFromString(text.replace(/^ +/, ""), "text/html").body;
  const indent = "\u00a0".repeat(text.length - text.trimStart().length);
  svg("text", { ...attributes, ...bold }, parent, indent + plain.textContent);
}

/** One chart on the screen. */
class Plot {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.svg = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, "svg"));
    this.svg.setAttribute("role", "img");
    parent.append(this.svg);
    /** @type {Data | null} */
    this.data = null;
    /** @type {Function} */
    this.send = () => {};
    this.width = 0;
    /** @type {[string, SVGElement][]} cells, and the bars that stand for them */
    this.bars = [];
    this.observer = new ResizeObserver(() => this.lay());
    this.observer.observe(this.svg);
    this.svg.addEventListener("pointerover", (event) => this.point(event));
    this.svg.addEventListener("pointerleave", (event) => this.point(event));
    this.svg.addEventListener("click", (event) => {
      const cell = this.met(event);
      if (cell) this.send("chosen", cell);
    });
    this.light = (/** @type {any} */ event) => {
      const { link, cell } = event.detail;
      if (this.data?.link && link === this.data.link) this.show(cell);
    };
    addEventListener(POINTED, this.light);
  }

  end() {
    this.observer.disconnect();
    removeEventListener(POINTED, this.light);
  }

  /** @param {Data} data @param {Function} send */
  take(data, send) {
    this.send = send;
    const text = JSON.stringify(data);
    if (text === this.text) return;
    this.text = text;
    this.data = data;
    this.width = 0;
    this.svg.dataset.name = data.name;
    this.svg.setAttribute("aria-label", data.alt);
    this.svg.setAttribute("height", String(data.layout.height));
    this.lay();
  }

  lay() {
    const { data } = this;
    const width = this.svg.clientWidth;
    if (!data || !width || width === this.width) return;
    this.width = width;
    const { layout } = data;
    const { l, r, t, b } = layout.margin;
    /** @param {number[]} range @param {number} from @param {number} to */
    const along = ([low, high], from, to) =>
      (/** @type {number} */ value) => from + ((value - low) / (high - low)) * (to - from);
    this.x = along(layout.xaxis.range, l, width - r);
    this.y = along(layout.yaxis.range, layout.height - b, t);
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `0 0 ${width} ${layout.height}`);
    this.bars = [];
    this.axes();
    for (const trace of data.data) {
      if (trace.type === "bar") this.draw(trace);
      else this.scatter(trace);
    }
    for (const { x0, x1, y0, y1, line } of layout.shapes ?? []) this.frame(x0, x1, y0, y1, line);
  }

  /** Draw what is written along both axes, and the lines between. */
  axes() {
    const { svg: parent, x, y, width } = this;
    const { layout } = /** @type {Data} */ (this.data);
    if (!x || !y) return;
    const { l, r, t, b } = layout.margin;
    const foot = layout.height - b;
    const { xaxis, yaxis } = layout;
    for (const [at, value] of (yaxis.tickvals ?? []).entries()) {
      const place = { x: l - 8, y: y(value), dy: "0.35em", "text-anchor": "end" };
      const font = { "font-size": yaxis.tickfont.size, fill: yaxis.tickfont.color };
      const line = { x1: l, x2: width - r, y1: y(value), y2: y(value), stroke: yaxis.gridcolor };
      if (yaxis.showgrid) svg("line", line, parent);
      write(yaxis.ticktext[at], { ...place, ...font }, parent);
    }
    for (const [at, value] of (xaxis.tickvals ?? []).entries()) {
      const { size, color } = xaxis.tickfont;
      const place = { x: x(value), y: foot + 1.1 * size, "text-anchor": "middle" };
      write(xaxis.ticktext[at], { ...place, "font-size": size, fill: color }, parent);
    }
    if (xaxis.title) {
      const { size, color } = xaxis.title.font;
      const place = { x: (l + width - r) / 2, y: layout.height - 0.4 * size, "text-anchor": "middle" };
      write(xaxis.title.text, { ...place, "font-size": size, fill: color }, parent);
    }
    if (yaxis.title) {
      const { size, color } = yaxis.title.font;
      const transform = `translate(${size} ${(t + foot) / 2}) rotate(-90)`;
      const font = { "text-anchor": "middle", "font-size": size, fill: color };
      write(yaxis.title.text, { transform, ...font }, parent);
    }
  }

  /** Draw bars, lying or standing; a click on one may choose a cell. @param {Trace} trace */
  draw(trace) {
    const { svg: parent, x, y, width } = this;
    if (!x || !y) return;
    const lying = trace.orientation === "h";
    const lengths = lying ? trace.x : trace.y;
    lengths.forEach((/** @type {number} */ length, /** @type {number} */ at) => {
      const middle = (lying ? trace.y : trace.x)[at];
      const base = each(trace.base, at) ?? 0;
      const half = each(trace.width, at) / 2;
      const [x0, x1] = lying ? [base, base + length] : [middle - half, middle + half];
      const [y0, y1] = lying ? [middle - half, middle + half] : [base, base + length];
      const { color, line } = trace.marker;
      const bar = this.frame(x0, x1, y0, y1, { color: line?.color ?? "none", width: each(line?.width, at) ?? 0 });
      bar.setAttribute("fill", each(color, at));
      const text = each(trace.text, at);
      if (text) {
        const { size, color: ink } = trace.textfont;
        const place = { x: (x(x0) + x(x1)) / 2, y: (y(y0) + y(y1)) / 2, dy: "0.35em" };
        const font = { "font-size": size, fill: each(ink, at), "text-anchor": "middle" };
        write(text, { ...place, ...font }, parent);
      }
      const cell = trace.customdata?.[at];
      if (!cell || !this.data?.link) return;
      this.bars.push([cell.join(), bar]);
      bar.dataset.width = bar.getAttribute("stroke-width") ?? "0";
      // All of its line can be met, not its length alone.
      const [top, bottom] = [y(y0), y(y1)].sort((one, other) => one - other);
      const reach = { x: 0, y: top, width, height: bottom - top, fill: "transparent", cursor: "pointer" };
      svg("rect", reach, parent).dataset.bar = cell.join();
    });
  }

  /** Draw lines, marks and words. @param {Trace} trace */
  scatter(trace) {
    const { svg: parent, x, y } = this;
    if (!x || !y) return;
    const places = trace.x.map((/** @type {number} */ value, /** @type {number} */ at) =>
      [x(value), y(trace.y[at])]);
    if (trace.mode.includes("lines")) {
      const { color, width, dash } = trace.line;
      const line = { points: places.join(" "), fill: "none", stroke: color, "stroke-width": width };
      svg("polyline", dash ? { ...line, "stroke-dasharray": `${2 * width} ${3 * width}` } : line, parent);
    }
    if (trace.mode.includes("markers")) {
      const { symbol, size, color, line } = trace.marker;
      for (const [left, top] of places) {
        const half = size / 2;
        if (symbol === "line-ns") {
          const ends = { x1: left, x2: left, y1: top - half, y2: top + half };
          svg("line", { ...ends, stroke: line.color, "stroke-width": line.width, "pointer-events": "none" }, parent);
        } else if (symbol === "triangle-left") {
          const corners = `${left - half},${top} ${left + half},${top - half} ${left + half},${top + half}`;
          svg("polygon", { points: corners, fill: color }, parent);
        } else svg("circle", { cx: left, cy: top, r: half, fill: color }, parent);
      }
    }
    if (!trace.mode.includes("text")) return;
    const { size, color } = trace.textfont;
    const clear = trace.mode.includes("markers") ? trace.marker.size / 2 : 0; // of the mark itself
    places.forEach(([left, top], /** @type {number} */ at) => {
      const [upright, across] = each(trace.textposition, at).split(" ");
      const aside = { left: -clear, center: 0, right: clear }[across] ?? 0;
      const anchor = { left: "end", center: "middle", right: "start" }[across] ?? "middle";
      const dy = { top: "-0.4em", middle: "0.35em", bottom: "1em" }[upright] ?? "0.35em";
      const place = { x: left + aside, y: top, dy, "text-anchor": anchor, "pointer-events": "none" };
      write(each(trace.text, at), { ...place, "font-size": size, fill: each(color, at) }, parent);
    });
  }

  /**
   * @param {number} x0 @param {number} x1 @param {number} y0 @param {number} y1
   * @param {{color: string, width: number}} line
   */
  frame(x0, x1, y0, y1, { color, width }) {
    const [left, right] = [this.x?.(x0) ?? 0, this.x?.(x1) ?? 0];
    const [top, bottom] = [this.y?.(y0) ?? 0, this.y?.(y1) ?? 0].sort((one, other) => one - other);
    const place = { x: left, y: top, width: Math.max(0, right - left), height: bottom - top };
    return svg("rect", { ...place, fill: "none", stroke: color, "stroke-width": width }, this.svg);
  }

  /** @param {Event} event @returns {number[] | null} the cell of the bar that it meets */
  met(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    return target.dataset?.bar?.split(",").map(Number) ?? null;
  }

  /** @param {PointerEvent} event */
  point(event) {
    const link = this.data?.link;
    if (!link || event.pointerType === "touch") return; // a finger scrolls, or taps
    const cell = event.type === "pointerleave" ? null : this.met(event);
    dispatchEvent(new CustomEvent(POINTED, { detail: { link, cell, from: this } }));
  }

  /** Frame the bar of a cell that is pointed at here or in a matrix. @param {number[] | null} cell */
  show(cell) {
    for (const [name, bar] of this.bars) {
      const width = Math.max(Number(bar.dataset.width), cell?.join() === name ? LIT : 0);
      bar.setAttribute("stroke-width", String(width));
    }
  }
}
