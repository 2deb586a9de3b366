import type { TextMatch } from "./issue-query.ts";
import { hasBalancedParentheses, type QueryToken, quoteText } from "./query-tokens.ts";

/** A word of a search; undefined: the token has nothing to search for. */
type QueryWord = { word: TextMatch; isNegated: boolean };

/** A token without a key. A single sign, `--watch`, `-1`, and `!==` are words in messages. */
export function readWord({ typed, value, isQuoted, isNegated }: QueryToken): QueryWord | undefined {
  const text = isNegated && !isSignMeant(typed, value, isQuoted) ? typed : value;
  const word = isQuoted ? value : patternOf(text);
  if (word === "" && text !== "" && isNegated) return { word: typed, isNegated: false };
  return word === "" ? undefined : { word, isNegated: isNegated && text === value };
}

function isSignMeant(typed: string, value: string, isQuoted: boolean): boolean {
  if (value === "" || isQuoted) return value !== "";
  return typed.startsWith("-") ? !/^[-\d]/.test(value) : !/^[!=]/.test(value);
}

/** A word that identifies a user. */
export const isEmailAddress = (word: TextMatch): word is string =>
  typeof word === "string" && /^[^\s@"<>()]+@[^\s@"<>()]+\.[\p{L}\d-]{2,}$/u.test(word);

/**
 * A word matches anywhere: only a `*` inside makes it a pattern. A pattern cannot be quoted, so an unbalanced parenthesis, which could close or open a group, makes it text.
 */
function patternOf(text: string): TextMatch {
  const inner = text.replaceAll(/\*+/g, "*").replaceAll(/^\*|\*$/g, "");
  return inner.includes("*") && hasBalancedParentheses(inner) ? { like: inner } : inner;
}

/** A word as it must be typed. */
export function printWord(word: TextMatch): string {
  if (typeof word === "string") return isPlainWord(word) ? word : quoteText(word);
  // A leading `*` prevents parsing the rest as a key, a quote, or a sign.
  return /^\p{L}[^\s:"()]*$/u.test(word.like) ? word.like : `*${word.like}`;
}

export const printNegatedWord = (word: TextMatch): string =>
  `-${typeof word === "string" && /^\d/.test(word) ? quoteText(word) : printWord(word)}`;

const isPlainWord = (word: string): boolean =>
  /^[^\s"\\:!()*-][^\s"\\:()*]*$/.test(word) && word !== "OR" && word !== "AND";
