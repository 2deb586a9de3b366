import type { Sign } from "./issue-query.ts";
import type { AttributeTerm } from "./traces/trace-query.ts";

/** Texts searched for a part: a query or a stack is not typed fully. */
const longTexts = new Set(["db.query.text", "exception.message", "exception.stacktrace"]);

export const isLongText = (key: string): boolean => longTexts.has(key);

/** Whether an attribute's value matches a term. */
export function meetsTerm({ key, value, test }: AttributeTerm, text: string): boolean {
  switch (test) {
    case "has":
    case "unindexed":
      return true;
    case "contains":
      return text.toLowerCase().includes(value.toLowerCase());
    case "caseless":
      return text.toLowerCase() === value.toLowerCase();
    case "like":
      return isLike(
        text.toLowerCase(),
        (longTexts.has(key) ? `*${value}*` : value).toLowerCase().split("*"),
      );
    case undefined:
      return longTexts.has(key) ? text.toLowerCase().includes(value.toLowerCase()) : text === value;
    default:
      return compares(text, test, Number(value));
  }
}

export function compares(text: string, sign: Sign, number: number): boolean {
  const value = text.trim() === "" ? NaN : Number(text);
  if (sign === ">") return value > number;
  if (sign === ">=") return value >= number;
  return sign === "<" ? value < number : value <= number;
}

/**
 * Matches the pieces in order, the first at the start and the last at the end, in time linear to
 * the text.
 */
export function isLike(text: string, pieces: string[]): boolean {
  const [first = "", ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length <= text.length;
}
