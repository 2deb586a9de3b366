import { searchOnlyTags } from "#server/domain/event/user-tags.ts";

/** Tags that have a facet of their own, or say the same as another one. */
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

/** So many tags have a facet, of those whose values are few enough to choose from. */
export const keysShown = 4;
export const fewValues = 50;

/**
 * Keys that are looked at for those that tell most, in the order of their index, and how many of
 * the most frequent are tried.
 */
export const keysLookedAt = 2_000;
export const keysTried = 100;
