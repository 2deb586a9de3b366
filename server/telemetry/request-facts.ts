import type { Attributes } from "@opentelemetry/api";
import { patternOf, type RouteTree } from "./route-place.ts";

type Answered = { pattern: string | undefined; status: number };
type AskedFor = { url: string; headers: { get(name: string): string | null } };

/**
 * The kind of page request to React Router, a whole `document` or its `data`, and whether the
 * browser sent it before a click (prefetch). Clients that accept HTML (browsers, and bots that
 * imitate them) receive a document, except for redirects. Without a route tree, any route counts as
 * a page.
 */
export function factsOfRequest(
  { url, headers }: AskedFor,
  { pattern, status }: Answered,
  tree?: RouteTree,
): Attributes {
  const facts: Attributes = {};
  const isRedirect = status >= 300 && status < 400;
  if (new URL(url).pathname.endsWith(".data")) facts["react_router.request"] = "data";
  else if (takesPages(headers) && !isRedirect && !(tree && pattern && isResource(pattern, tree)))
    facts["react_router.request"] = "document";
  // The standard and Chromium; Safari; Firefox before 115.
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz");
  if (purpose?.startsWith("prefetch")) facts["react_router.prefetch"] = true;
  return facts;
}

const takesPages = (headers: AskedFor["headers"]) =>
  headers.get("accept")?.includes("text/html") ?? false;

/**
 * React Router passes a request's pattern but not its route: a resource route is a pattern without
 * any component.
 */
function isResource(pattern: string, tree: RouteTree): boolean {
  const alike = Object.keys(tree).filter(
    (id) => patternOf(id, tree) === pattern.replace(/^\//, ""),
  );
  return alike.length > 0 && !alike.some((id) => hasPage(tree[id]?.module ?? {}));
}

const hasPage = (exports: object) => "default" in exports || "ErrorBoundary" in exports;
