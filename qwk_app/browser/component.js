// @ts-check
// What Streamlit calls to show a component: one view for each place in a page.

/** @typedef {{take(data: any, send: Function): void, end(): void}} View */

/**
 * Return the function that Streamlit calls when the data change. It returns what ends a call.
 *
 * Streamlit 1.67 loads the code again for each call. If the data change in the meantime, it makes
 * the outdated call all the same, before or after the new one, and ends it at once. So a call waits
 * until Streamlit had the time to end it, and a call that was ended by then does nothing.
 *
 * @param {new (parent: HTMLElement) => View} Kind
 */
export function component(Kind) {
  /** @type {WeakMap<object, View>} */
  const views = new WeakMap();

  /** @param {{data: any[], parentElement: HTMLElement, setTriggerValue: Function}} call */
  return ({ data: [data], parentElement, setTriggerValue }) => {
    let taken = false;
    const waiting = setTimeout(() => {
      taken = true;
      const view = views.get(parentElement) ?? new Kind(parentElement);
      views.set(parentElement, view);
      view.take(data, setTriggerValue);
    });
    return () => {
      clearTimeout(waiting);
      if (!taken) return;
      views.get(parentElement)?.end();
      views.delete(parentElement);
    };
  };
}
