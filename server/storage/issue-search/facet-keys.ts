/** Number of tags with a facet, among those with few values. */
export const keysShown = 4;
export const fewValues = 50;

/**
 * Number of keys read in index order to find the most useful, and of the most frequent that are
 * tried.
 */
export const keysLookedAt = 2_000;
export const keysTried = 100;
