import { tagsOfKey } from "./issue-keys.ts";
import type { IssueQuery } from "./issue-query.ts";
import { isEmailAddress } from "./query-words.ts";

/** A tag with one of its values, as stored. */
export type TagValue = { key: string; value: string };

/**
 * The tags of the one user that a search is for, by email address or a user's field; undefined
 * without one, or if it names several.
 */
export function userOfSearch({ words, terms = [] }: IssueQuery): TagValue[] | undefined {
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
  return tagsOfKey(key).map(([tag, before]) => ({ key: tag, value: before + value }));
}
