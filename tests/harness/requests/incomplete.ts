/** What a page says when a busy machine had no time for all of it. */
export const incomplete = /before the timeout|being calculated|analyzed in time|took too long/;
