import type { Page } from "#server/storage/store.ts";

/**
 * Cursors of keyset paging: a JSON list in base64url. People edit URLs, so a cursor of another
 * shape is ignored and the first page is returned.
 */
export function encodeCursor(position: (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** `shape`: the type of each part, in order. */
export function decodeCursor<Position extends (string | number)[]>(
  cursor: string | undefined,
  shape: { [Part in keyof Position]: Position[Part] extends string ? "string" : "integer" },
): Position | undefined {
  if (!cursor) return undefined;
  const parts = parseList(Buffer.from(cursor, "base64url").toString());
  const fits = parts?.length === shape.length && parts.every((part, at) => isOf(part, shape[at]));
  return fits ? (parts as Position) : undefined;
}

/**
 * Makes a page from one row more than it shows. `position`: where the next page continues after a
 * row.
 */
export function pageOf<Row, Shown>(
  read: readonly Row[],
  limit: number,
  shown: (row: Row) => Shown,
  position: (row: Row) => (string | number)[],
): Page<Shown> {
  const rows = read.slice(0, limit);
  const last = read.length > limit ? rows.at(-1) : undefined;
  return { rows: rows.map(shown), ...(last && { next: encodeCursor(position(last)) }) };
}

const isOf = (part: unknown, type: string | undefined) =>
  type === "integer" ? Number.isSafeInteger(part) : typeof part === "string";

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
