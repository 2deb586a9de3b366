import type { TagSummary } from "#server/storage/issues/issue-store.ts";

/** In this order; others follow, the most frequent first. */
const preferred = [
  "transaction",
  "release",
  "browser",
  "os",
  "runtime",
  "environment",
  "url",
  "server_name",
];

/** How many tags fit beside an issue. All of them have a tab. */
const shown = 3;

/**
 * The tags that tell most at a glance: first those whose values differ, since a tag with one value
 * does not narrow anything down.
 */
export function sideTags(tags: readonly TagSummary[]): TagSummary[] {
  const keys = new Set(tags.map(({ key }) => key));
  // `browser` says what `browser.name` does, and the version.
  const telling = tags.filter(
    ({ key }) => !(key.endsWith(".name") && keys.has(key.slice(0, -".name".length))),
  );
  const rank = ({ key, values }: TagSummary) =>
    (values.length > 1 ? 0 : preferred.length + 1) +
    (preferred.includes(key) ? preferred.indexOf(key) : preferred.length);
  return telling.toSorted((a, b) => rank(a) - rank(b)).slice(0, shown);
}
