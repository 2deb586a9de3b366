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
 * An HTTP method as routes are told apart by it; `_OTHER` for any that is made up, as the semantic
 * conventions call it.
 */
export function methodOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const method = value.toUpperCase();
  return methods.has(method) ? method : "_OTHER";
}

/** The method that a span's name begins with: `POST /checkout`, `POST`, `HTTP POST`. */
export function methodInName(name: string): string | undefined {
  const word = /^(?:HTTP )?([A-Z]{3,10})(?= |$)/.exec(name)?.[1];
  return word !== undefined && methods.has(word) ? word : undefined;
}
