import { isKeyOfTag, knownKey } from "./issue-query-keys.ts";
import { type IssueKey, issueKeys, knownKeys } from "./issue-keys.ts";
import type { WrongQuery } from "./issue-query.ts";
import { nearestOf } from "./nearest.ts";
import { tokensOf } from "./query-groups.ts";
import { printKey, type QueryToken, quoteText, signOf, withKey } from "./query-tokens.ts";

/** Parts of a query that name a tag: keys without special meaning. */
export const tagTokens = (text: string): QueryToken[] =>
  tokensOf(text).filter((token) => tagOf(token) !== undefined);

function tagOf(token: QueryToken): string | undefined {
  const { key, isKeyQuoted, value, isQuoted } = token;
  if (key === undefined) return undefined;
  const known = isKeyQuoted ? undefined : knownKey(key);
  if (known === "has") return !isQuoted && knownKey(value) ? undefined : value;
  return known || !isKeyOfTag(token) ? undefined : key;
}

/** The first tag in a query that no event of the project has; `keys`: those that events have. */
export function unknownTag(tokens: QueryToken[], keys: readonly string[]): WrongQuery | undefined {
  const known = new Set(keys);
  const token = tokens.find((each) => !known.has(tagOf(each)!));
  if (!token) return undefined;
  if (/^sdk(?:\.name)?$/i.test(token.key!)) return sdkKey(token);
  const key = tagOf(token)!;
  return unknownKey(token, {
    of: "event",
    key,
    near: nearestOf(key, [...knownKeys, ...keys, ...otherNames]),
  });
}

/** Issues have their SDK's platform, part of its name (`sentry.python.django`). */
function sdkKey(token: QueryToken): WrongQuery {
  const [, named] = /^sentry[.-]([a-z]+)/.exec(token.value.toLowerCase()) ?? [];
  const platform = named === "javascript" ? "[javascript,node]" : named;
  const detail = `Can't search for ${token.typed}. Use platform: for the platform of the SDK, such as platform:python.`;
  const instead = platform && { instead: `${signOf(token)}platform:${platform}` };
  return {
    problem: "invalid",
    detail,
    from: token.at,
    to: token.at + token.typed.length,
    ...instead,
  };
}

const otherNames = knownKeys.flatMap((known) => (issueKeys[known] as IssueKey).also ?? []);

/** The error of a part of a query with an unknown key. */
export function unknownKey(
  token: QueryToken,
  { of, key, near }: { of: string; key: string; near: string | undefined },
): WrongQuery {
  const meant = near === undefined ? "" : ` Did you mean ${quoted(near)}?`;
  const asText =
    token.key === key
      ? ` To search for the text, put it in quotes: ${quoteText(textOf(token))}.`
      : "";
  const detail = `No ${of} has the key ${quoted(key)}.${meant}${asText}`;
  const instead = near === undefined ? undefined : insteadOf(token, near);
  const part = { from: token.at, to: token.at + token.typed.length };
  return { problem: "invalid", detail, ...part, ...(instead !== undefined && { instead }) };
}

/** `near`: a key, or a whole part of a query (`status:error`). */
function insteadOf(token: QueryToken, near: string): string {
  const sign = signOf(token);
  if (near.includes(":")) return sign + near;
  if (token.key?.toLowerCase() === "has") return `${sign}has:${printKey(near)}`;
  return withKey(token, near);
}

const quoted = (key: string) => `“${key.slice(0, 100)}”`;
const textOf = (token: QueryToken) => token.typed.slice(signOf(token).length);
