import { nearValues } from "./near-values.ts";
import { tokensOf } from "./query-groups.ts";
import { type QueryToken, type QueryValue, quoteText } from "./query-tokens.ts";

/** A part of a search without matches, a suggestion, and the whole search with it. */
export type SearchHint = { typed: string; instead: string; query: string };

/** Texts to compare with, and the value of each. */
export type KnownTexts = ReadonlyMap<string, string>;

/** Parts of a search with exact values: no exclusion, pattern, or comparison. */
export const askedValues = (text: string): QueryToken[] =>
  tokensOf(text).filter(
    (token) => token.key !== undefined && !token.isNegated && plainValues(token).length > 0,
  );

const plainValues = (token: QueryToken): QueryValue[] =>
  (token.list ?? [token]).filter(
    ({ value, isQuoted }) => value !== "" && (isQuoted || !/[*]|^[<>]/.test(value)),
  );

/** Suggestions for each nonexistent value of a part; `others` if nothing is similar. */
export function hintsOn(
  text: string,
  token: QueryToken,
  known: KnownTexts,
  others: readonly string[] = [],
): SearchHint[] {
  const existing = new Set([...known.keys()].map((each) => each.toLowerCase()));
  const missing = plainValues(token).filter(({ value }) => !existing.has(value.toLowerCase()));
  return missing.flatMap((value) => {
    const near = new Set(
      nearValues(value.value, [...known.keys()]).map((each) => known.get(each)!),
    );
    return [...(near.size > 0 ? near : others)].map((instead) => hint(text, token, value, instead));
  });
}

function hint(text: string, token: QueryToken, value: QueryValue, instead: string): SearchHint {
  const part = withValue(token, value, instead);
  const query = text.slice(0, token.at) + part + text.slice(token.at + token.typed.length);
  return { typed: token.typed, instead: part, query };
}

/** The part as typed, with one value replaced. */
function withValue(
  { key = "", isKeyQuoted, list }: QueryToken,
  value: QueryValue,
  instead: string,
): string {
  const written = list?.map((each) => (each === value ? printed(instead) : printed(each.value)));
  return `${isKeyQuoted ? quoteText(key) : key}:${written ? `[${written.join()}]` : printed(instead)}`;
}

const printed = (value: string): string =>
  /^(?!\/\/)[^\s"\\<>*,:[\]()][^\s"\\*,[\]()]*$/.test(value) ? value : quoteText(value);
