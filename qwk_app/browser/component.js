// @ts-check
// What Streamlit calls to show a component: one view for each place in a page.

/** @typedef {{take(data: any, send: Function): void, end(): void}} View */

/**
 * Return the function that Streamlit calls when the data change. It returns what ends a call.
 *
 * Streamlit 1.67 loads the code again for each call. If the data change in the meantime, it makes the
 * late call all the same, then the new one, and then ends the late one. Both have the same view, so
 * only the last call ends it.
 *
 * @param {new (parent: HTMLElement) => View} Kind
 */
export function component(Kind) {
  /** @type {WeakMap<object, {view: View, calls: number}>} */
  const places = new WeakMap();

  /** @param {{data: any[], parentElement: HTMLElement, setTriggerValue: Function}} call */
  return ({ data: [data], parentElement, setTriggerValue }) => {
    const place = places.get(parentElement) ?? { view: new Kind(parentElement), calls: 0 };
    places.set(parentElement, place);
    place.calls += 1;
    const call = place.calls;
    place.view.take(data, setTriggerValue);
    return () => {
      if (call !== place.calls) return;
      place.view.end();
      places.delete(parentElement);
    };
  };
}
