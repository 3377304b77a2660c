// @ts-check
// Where things go on a projector: the picture of kappa keeps the right side of the screen, and the
// matrices stand below its left side. So both are seen at once.

const LEAST = 54; // root's letters: the width from which there is a right side
export const ASIDE = 15; // root's letters: the width of the right side

/** @returns {number} pixels of the root's letters */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * @param {boolean} large whether the page is presented
 * @param {number} width in pixels
 */
export const hasAside = (large, width) => large && width >= LEAST * rem();
