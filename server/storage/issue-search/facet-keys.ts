import { searchOnlyTags } from "#server/domain/event/user-tags.ts";

/** Tags with a separate facet, or with the same meaning as another tag. */
export const passedOver = [
  "level",
  "environment",
  "release",
  "user",
  "dist",
  "browser",
  "os",
  "runtime",
  "url",
  "transaction",
  "handled",
  ...searchOnlyTags,
];

/** Number of tags with a facet, among those with few values. */
export const keysShown = 4;
export const fewValues = 50;

/**
 * Number of keys read in index order to find the most useful, and of the most frequent that are
 * tried.
 */
export const keysLookedAt = 2_000;
export const keysTried = 100;
