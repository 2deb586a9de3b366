import { type IssueKey, issueKeys, type KnownKey, knownKeys, tagsOfKey } from "./issue-keys.ts";
import type { WrongQuery } from "./issue-query.ts";
import { knownKey } from "./issue-query-keys.ts";
import { nearestOf } from "./nearest.ts";
import { tokensOf } from "./query-groups.ts";
import type { QueryToken } from "./query-tokens.ts";
import { tagTokens, unknownKey } from "./unknown-keys.ts";

/** The first part of a search that only applies to issues. */
export function partAboutIssues(text: string): WrongQuery | undefined {
  const token = tokensOf(text).find(isAboutIssues);
  if (!token) return undefined;
  const key = knownKey(token.key!)!;
  const title =
    key === "message" || key === "error.type" ? " Words search the titles of events." : "";
  const detail = `${key === "has" ? token.typed : `${key}:`} searches issues, not the events of an issue.${title}`;
  return { problem: "invalid", detail, from: token.at, to: token.at + token.typed.length };
}

function isAboutIssues({ key, isKeyQuoted, value, isQuoted }: QueryToken): boolean {
  const known = key === undefined || isKeyQuoted ? undefined : knownKey(key);
  if (known === "is") return !["handled", "unhandled"].includes(value.toLowerCase());
  if (known === "has") return !isQuoted && isOfIssues(knownKey(value));
  return isOfIssues(known);
}

function isOfIssues(known: KnownKey | undefined): boolean {
  if (known === undefined) return false;
  const { tags, ofEvents }: IssueKey = issueKeys[known];
  return !tags && !ofEvents;
}

/**
 * The first tag in the search that no event of the issue has; `keys`: those that its events have.
 */
export function tagNotInIssue(text: string, keys: readonly string[]): WrongQuery | undefined {
  const unknown = new Set(tagTokens(text).map(({ at }) => at));
  const token = tokensOf(text).find((each) => {
    if (each.isNegated || each.key === undefined) return false;
    const meant = tagsMeant(each, unknown.has(each.at));
    return meant !== undefined && !meant.some((tag) => keys.includes(tag));
  });
  if (!token) return undefined;
  const standing = knownKeys.filter(
    (known) => hasTags(known) && tagsOfKey(known).some(([tag]) => keys.includes(tag)),
  );
  const near = nearestOf(token.key!, [...new Set([...keys, ...standing])]);
  return unknownKey(token, { of: "event of this issue", key: token.key!, near });
}

/** The tags whose value a part asks for; undefined if it asks for something else. */
function tagsMeant({ key = "", isKeyQuoted }: QueryToken, isTag: boolean): string[] | undefined {
  const known = isKeyQuoted ? undefined : knownKey(key);
  if (known) return hasTags(known) ? tagsOfKey(known).map(([tag]) => tag) : undefined;
  return isTag ? [key] : undefined;
}

const hasTags = (key: KnownKey): boolean => (issueKeys[key] as IssueKey).tags !== undefined;
