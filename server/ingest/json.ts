import type { Buffer } from "node:buffer";
import type { Json } from "#server/domain/json.ts";
import { jsonFault } from "./json-fault.ts";

/** The value, or where the text stops being JSON (a byte offset into `bytes`) and why. */
export type Parsed = { value: Json } | { fault: { at: number; why: string } };

/**
 * Reads JSON as real clients write it: bad UTF-8 becomes U+FFFD, and the bare NaN and Infinity that Python 1.x SDKs
 * send become null. Depth is no danger here (the engine's parser does not recurse); whoever walks the value must mind it.
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
      return { value: JSON.parse(repaired) as Json };
    } catch {
      // The fault is reported in terms of what was sent.
    }
  }
  return { fault: jsonFault(text) };
}

const stringOrNonFinite = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs;

function nullNonFinite(text: string): string {
  if (!text.includes("NaN") && !text.includes("Infinity")) return text;
  return text.replace(stringOrNonFinite, (token) => (token[0] === '"' ? token : "null"));
}
