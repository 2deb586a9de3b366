import type { Buffer } from "node:buffer";
import type { Json } from "#server/domain/json.ts";
import { jsonFault } from "./json-fault.ts";

/**
 * The value (`repaired`: not quite what the bytes say), or where the text stops being JSON (a byte
 * offset into `bytes`) and why.
 */
export type Parsed = { value: Json; repaired?: true } | { fault: { at: number; why: string } };

/**
 * Reads JSON as real clients write it: bad UTF-8 becomes U+FFFD, and the bare NaN and Infinity that
 * Python 1.x SDKs send become null. Depth is no danger here (the engine's parser does not recurse);
 * code that walks the value must mind it.
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
      // The fault is reported in terms of what was sent.
    }
  }
  return { fault: jsonFault(text) };
}

/**
 * NaN and Infinity outside strings become null. One pass with no way back: the text may be hostile.
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
