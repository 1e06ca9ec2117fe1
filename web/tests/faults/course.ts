/** How long things take in a game of the matrix, in blocks. */

/** The stage in which moves are shown. */
export const STAGE = 100;
/** How long the page waits for its rival, and the rival to show its move after the page's. */
export const WAITS = 8;
/** The rival shows its move so long after it took its seat, whatever the page does. */
export const AT_LATEST = 70;
/** A game of one round that lasts longer has come to nothing. */
export const LONGEST = 400;
/** How long the table has been open, so that a node that is behind knows of it. */
export const OPEN = 14;
/** How long a person looks at what went wrong until the next press. */
export const RETRY = 3;
