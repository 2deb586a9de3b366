const methods = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "QUERY",
  "TRACE",
  "CONNECT",
  "PROPFIND",
]);

/**
 * An HTTP method that distinguishes routes; `_OTHER` for an unknown one, as in the semantic
 * conventions.
 */
export function methodOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const method = value.toUpperCase();
  return methods.has(method) ? method : "_OTHER";
}

/** The method at the start of a span's name: `POST /checkout`, `POST`, `HTTP POST`. */
export function methodInName(name: string): string | undefined {
  const word = /^(?:HTTP )?([A-Z]{3,10})(?= |$)/.exec(name)?.[1];
  return word !== undefined && methods.has(word) ? word : undefined;
}
