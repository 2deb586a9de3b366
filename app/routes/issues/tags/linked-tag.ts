import type { TagSummary } from "#server/storage/issues/issue-store.ts";
import { tagQuery } from "./tag-query.ts";

/**
 * A tag whose values lead to their events. Linked by loaders, where that is the page: what prints a
 * query is 1.4 KiB.
 */
export type LinkedTag = Omit<TagSummary, "values"> & { values: LinkedValue[] };

type LinkedValue = TagSummary["values"][number] & {
  query: string;
  /**
   * Of a user affected: what to show instead of the value, the email address beside it, and a
   * search for the user's issues.
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
