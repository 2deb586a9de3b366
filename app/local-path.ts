import type { RequestFacts } from "#app/context.ts";

/** Where a form or link may redirect afterwards: an internal path, or undefined for other sites. */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== "string" || !value.startsWith("/")) return undefined;
  const here = "http://here.invalid";
  if (!URL.canParse(value, here)) return undefined;
  const url = new URL(value, here);
  // Browsers read `//host` and `/\host` as other sites; the URL parser has done the same.
  if (url.origin !== here || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search;
}

/** The path under which Spoor is mounted, without a final slash; empty at the root. */
export function basePath({ publicUrl }: Pick<RequestFacts, "publicUrl">): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
