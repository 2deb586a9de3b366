import type { TagSummary } from "#server/domain/event/tag-counts.ts";
import { tagQuery } from "./tag-query.ts";

/**
 * A tag whose values link to events. Linked by loaders where possible, because the query printer is
 * 1.4 KiB.
 */
export type LinkedTag = Omit<TagSummary, "values"> & { values: LinkedValue[] };

type LinkedValue = TagSummary["values"][number] & {
  query: string;
  /**
   * For an affected user: the displayed name, the email address, and a search for the user's
   * issues.
   */
  name?: string;
  email?: string;
  all?: string;
};

export function linkedTag(tag: TagSummary): LinkedTag {
  const values = tag.values.map((each) => ({
    ...each,
    query: tagQuery({ key: tag.key, value: each.value }),
  }));
  return { ...tag, values };
}
