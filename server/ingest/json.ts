import type { Buffer } from "node:buffer";
import type { Json } from "#server/domain/json.ts";
import { jsonFault } from "./json-fault.ts";

/**
 * The value (`repaired`: slightly different from the bytes), or where the text stops being JSON
 * (byte offset into `bytes`) and why.
 */
export type Parsed = { value: Json; repaired?: true } | { fault: { at: number; why: string } };

/**
 * Reads JSON as real clients send it: invalid UTF-8 becomes U+FFFD, and the NaN and Infinity of
 * Python 1.x SDKs become null. Depth is safe here (the engine's parser does not recurse); code that
 * walks the value must handle it.
 */
export function parseJson(bytes: Buffer): Parsed {
  const text = bytes.toString("utf8");
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return parseRepaired(text);
  }
}

function parseRepaired(text: string): Parsed {
  const repaired = nullNonFinite(text);
  if (repaired !== text) {
    try {
      return { value: JSON.parse(repaired) as Json, repaired: true };
    } catch {
      // The fault refers to the bytes as sent.
    }
  }
  return { fault: jsonFault(text) };
}

/**
 * Replaces NaN and Infinity outside strings by null. One pass without backtracking, because the
 * text may be hostile.
 */
function nullNonFinite(text: string): string {
  if (!text.includes("NaN") && !text.includes("Infinity")) return text;
  const nonFiniteOrQuote = /"|-?\bInfinity\b|\bNaN\b/g;
  let out = "";
  let from = 0;
  for (let found = nonFiniteOrQuote.exec(text); found; found = nonFiniteOrQuote.exec(text)) {
    if (found[0] === '"') {
      nonFiniteOrQuote.lastIndex = stringEnd(text, found.index);
    } else {
      out += `${text.slice(from, found.index)}null`;
      from = nonFiniteOrQuote.lastIndex;
    }
  }
  return out + text.slice(from);
}

function stringEnd(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position++) {
    const character = text[position];
    if (character === '"') return position + 1;
    if (character === "\\") position += 1;
  }
  return text.length;
}
