import { capitalized } from "#server/domain/capitalized.ts";

const abbreviations = /\b(?:id|ip|os|url)\b/g;

/** A tag's key as a heading beside lists: `Release`, `OS name`. Searches take the key itself. */
export const tagTitle = (key: string): string =>
  capitalized(
    key.replaceAll(/[._-]+/g, " ").replaceAll(abbreviations, (word) => word.toUpperCase()),
  );
