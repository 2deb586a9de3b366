/**
 * Number of names per dimension read in index order to find the most frequent. The digest stores
 * fewer of most dimensions; an older folder may have any number.
 */
export const namesLookedAt = 1_000;

/**
 * Number of rows (day, service, environment, release) read for filter choices, newest days first.
 */
export const seenLookedAt = 20_000;
