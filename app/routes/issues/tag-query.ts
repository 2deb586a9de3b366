import { printIssueTerm } from "#server/domain/search/print-issue-query.ts";
import type { Tag } from "#server/read/read-event-tag.ts";
import { readTokens } from "#server/domain/search/query-tokens.ts";

/**
 * `browser:"Chrome 131"` as a tag, as the issue list's search writes it; without quotes the value is all that stands after the
 * first colon. Empty text asks for none.
 */
export function tagOf(query: string): Tag | undefined | "misread" {
  const text = query.trim();
  if (text === "") return undefined;
  const [token, ...others] = readTokens(text);
  if (token?.key !== undefined && (token.isQuoted || token.isKeyQuoted) && others.length === 0)
    return { key: token.key, value: token.value };
  const colon = text.indexOf(":");
  if (colon < 1) return "misread";
  return { key: text.slice(0, colon), value: text.slice(colon + 1) };
}

/** As it is typed. */
export const tagTerm = ({ key, value }: Tag): string =>
  printIssueTerm({ kind: "tag", key, values: [value], negated: false });

export const tagQuery = (tag: Tag): string => new URLSearchParams({ query: tagTerm(tag) }).toString();
