/**
 * Cursors of keyset paging: a JSON list in base64url. People edit URLs, so one that is not of the expected shape counts
 * as none and the first page answers.
 */
export function encodeCursor(position: (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** `shape` names the type of each part, in order. */
export function decodeCursor<Position extends (string | number)[]>(
  cursor: string | undefined,
  shape: { [Part in keyof Position]: Position[Part] extends string ? "string" : "integer" },
): Position | undefined {
  if (!cursor) return undefined;
  const parts = parseList(Buffer.from(cursor, "base64url").toString());
  const fits = parts?.length === shape.length && parts.every((part, at) => isOf(part, shape[at]));
  return fits ? (parts as Position) : undefined;
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
