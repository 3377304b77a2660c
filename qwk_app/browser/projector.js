// @ts-check
// The layout on a projector: the picture of kappa has the right side of the screen, and the matrices
// are below its left side. So both are visible together.

const LEAST = 54; // root's letters: the width from which there is a right side
export const ASIDE = 15; // root's letters: the width of the right side

/** @returns {number} pixels of the root's letters */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * @param {boolean} large whether the page is presented
 * @param {number} width in pixels
 */
export const hasAside = (large, width) => large && width >= LEAST * rem();
