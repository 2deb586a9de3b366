import type { Problem } from "#server/domain/problem.ts";
import { readTime } from "./time-range.ts";

/**
 * The first invalid field in a data form's URL; undefined: none. For fields shared by lists: a
 * cursor as returned, times, a number of rows. An empty field counts as absent, as forms send it.
 */
export function searchProblem(params: URLSearchParams, now: number): Problem | undefined {
  for (const name of ["since", "until"]) {
    const text = params.get(name);
    if (text && readTime(text, now) === undefined)
      return malformed(
        name,
        text,
        "24h, 7d, a date such as 2026-11-23, or milliseconds since 1970",
      );
  }
  const cursor = params.get("cursor");
  if (cursor && !isCursor(cursor))
    return malformed("cursor", cursor, "“next” of the previous page");
  const limit = params.get("limit");
  if (limit && !/^[1-9]\d{0,8}$/.test(limit))
    return malformed("limit", limit, "a whole number above 0");
  return undefined;
}

function malformed(field: string, text: string, taken: string): Problem {
  return {
    problem: "malformed",
    detail: `${field} is “${text.slice(0, 60)}”. Use ${taken}.`,
    causes: [field],
  };
}

/**
 * An offset, or a position (`storage/layout/keyset.ts`): a short list of texts and whole numbers.
 */
function isCursor(text: string): boolean {
  if (/^\d{1,9}$/.test(text)) return true;
  const position = /^[\w-]{1,2000}$/.test(text) ? parsed(text) : undefined;
  if (!Array.isArray(position) || position.length === 0 || position.length > 4) return false;
  return position.every((part) => typeof part === "string" || Number.isSafeInteger(part));
}

function parsed(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
