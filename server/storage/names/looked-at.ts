/**
 * Names of one dimension that are looked at for the most frequent ones, in the order of their
 * index. Digestion keeps fewer of most dimensions; an older folder may hold any number.
 */
export const namesLookedAt = 1_000;

/**
 * Rows of days, services, environments and releases that are looked at for what a filter offers,
 * the newest days first.
 */
export const seenLookedAt = 20_000;
