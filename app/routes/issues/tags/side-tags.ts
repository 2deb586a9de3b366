import { tagTitle } from "#app/ui/format/tag-title.ts";
import { sideKeys } from "#server/domain/event/derived-tags.ts";
import type { TagSummary } from "#server/domain/event/tag-counts.ts";

export type SideTag = TagSummary & { title: string };

/** Number of tags in the side column. A tab has all of them. */
const shown = 3;

/**
 * The most useful tags: those with several values first, because a tag with one value doesn't
 * narrow anything down.
 */
export function sideTags(tags: readonly TagSummary[]): SideTag[] {
  const keys = new Set(tags.map(({ key }) => key));
  // `browser` contains `browser.name` and the version.
  const telling = tags.filter(
    ({ key }) => !(key.endsWith(".name") && keys.has(key.slice(0, -".name".length))),
  );
  const rank = ({ key, values }: TagSummary) =>
    (values.length > 1 ? 0 : sideKeys.length + 1) +
    (sideKeys.includes(key) ? sideKeys.indexOf(key) : sideKeys.length);
  return telling
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, shown)
    .map((tag) => ({ ...tag, title: tagTitle(tag.key) }));
}
