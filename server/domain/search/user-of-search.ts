import { tagsOfKey } from "./issue-keys.ts";
import type { IssueQuery } from "./issue-query.ts";
import { isEmailAddress } from "./query-words.ts";

/** A tag with one of its values, as stored. */
export type TagValue = { key: string; value: string };

/**
 * The one user that a search is for, by email address or a user's field: as a term of the search,
 * and the tags stored for it. Undefined without one, or if it names several.
 */
export function userOfSearch({
  words,
  terms = [],
}: IssueQuery): { term: TagValue; tags: TagValue[] } | undefined {
  const named = [
    ...words.filter(isEmailAddress).map((word) => ({ key: "user", value: word })),
    ...terms.flatMap((term) =>
      term.kind === "tag" && !term.negated && /^user(?:\.|$)/.test(term.key)
        ? term.values.map((value) => ({ key: term.key, value }))
        : [],
    ),
  ];
  const [{ key, value } = { key: "", value: undefined }] = named;
  if (named.length > 1 || typeof value !== "string") return undefined;
  const tags = tagsOfKey(key).map(([tag, before]) => ({ key: tag, value: before + value }));
  return { term: { key, value }, tags };
}
