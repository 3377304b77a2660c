// @ts-check
// The data of the server (qwk_app/shared/matrices.py), and their unpacking.

/**
 * @typedef {[number, number]} Cell row and column, from 0
 *
 * @typedef {object} Panel one matrix; its lists are joined by tabs, in reading order
 * @property {string} name
 * @property {string} symbol
 * @property {string} title
 * @property {string} ink of its title
 * @property {string} texts
 * @property {string} cells a digit a cell: which of the shades it has
 * @property {[string, string][]} shades background and number
 * @property {{rows: string, columns: string, whole: string} | null} totals
 * @property {string} alt
 *
 * @typedef {object} Line what is said of a cell, in words
 * @property {string[]} templates with {names} of the lists below
 * @property {string} kinds a digit a cell: which of the templates
 * @property {Record<string, string>} lists
 *
 * @typedef {object} Strip the ratings item by item
 * @property {string[]} names of its rows
 * @property {string[]} vectors a digit an item: its category
 * @property {[string, string][]} shades of the categories
 * @property {number[] | null} chosen items, where they are not those of the cell
 * @property {string} alt
 *
 * @typedef {object} Film
 * @property {string[]} captions of the steps
 * @property {string[]} texts of each step, joined as a panel's are
 * @property {string[]} cells of each step
 * @property {[string, string][]} shades
 * @property {number[][]} marks cells that each step marks, by their place in reading order
 * @property {[string, string][]} totals of rows and columns at each step, joined; or none
 * @property {number[]} items that have been counted after each step; or none
 * @property {[number[], number[]][]} counts what the bars show at each step; or none
 * @property {number} begin the step that is shown first
 * @property {number} pace milliseconds a step
 * @property {Record<string, string>} words
 *
 * @typedef {object} Bars the totals of rows and of columns, side by side
 * @property {string[]} names of the two
 * @property {[number[], number[]]} counts
 * @property {[string, string]} texts joined by tabs
 * @property {[string, string]} fills
 * @property {string} alt
 *
 * @typedef {object} Data
 * @property {string} link what is linked to what
 * @property {string[]} labels
 * @property {string[]} names of the axes: rows, columns
 * @property {Cell | null} cell the chosen one
 * @property {boolean} totals whether room is kept for them
 * @property {boolean} large for a projector
 * @property {boolean} [below] whether it stands below the picture of kappa
 * @property {number} [share] of a projector's height that the cells take
 * @property {number} [side] pixels that the cells of a small matrix take
 * @property {boolean} chooses whether a click chooses a cell
 * @property {Cell[]} closed cells whose items are not shown
 * @property {Panel[]} panels
 * @property {Strip | null} strip
 * @property {Bars | null} bars
 * @property {Line | null} line
 * @property {Film | null} film
 * @property {string} note
 * @property {string} ink
 * @property {string} page
 * @property {Record<string, string>} words
 * @property {string} [file] a page to be saved, which the menu asked for
 */

/** What is not sent is empty. @type {Partial<Data>} */
export const EMPTY = { link: "", cell: null, closed: [], panels: [], strip: null, bars: null, line: null, film: null, note: "", words: {}, large: false, totals: false, chooses: false };

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LONGEST = 9; // characters of a category on an axis; the line has all of them

/** @param {string} digit @returns {number} what it stands for */
export const valueOf = (digit) => DIGITS.indexOf(digit);

/** @param {string} label */
export const short = (label) => (label.length <= LONGEST ? label : label.slice(0, LONGEST - 1) + "…");

/** @param {string} joined @returns {string[]} */
export const split = (joined) => joined.split("\t");

/**
 * @param {Cell | null} one
 * @param {Cell | null} other
 */
export const same = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];
