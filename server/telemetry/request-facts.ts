import type { Attributes } from "@opentelemetry/api";
import { patternOf, type RouteTree } from "./route-place.ts";

type Answered = { pattern: string | undefined; status: number };
type AskedFor = { url: string; headers: { get(name: string): string | null } };

/**
 * What a request asked React Router for, where it is a page: a whole `document` or its `data`; and
 * whether the browser did so before a click. A document is what a page sends to clients that accept
 * HTML: browsers, and robots that pose as such; not where it sends them on. Without a tree any
 * route counts as a page.
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
 * React Router tells a request its pattern, not its route: a resource is a pattern that no route
 * with a component has.
 */
function isResource(pattern: string, tree: RouteTree): boolean {
  const alike = Object.keys(tree).filter(
    (id) => patternOf(id, tree) === pattern.replace(/^\//, ""),
  );
  return alike.length > 0 && !alike.some((id) => hasPage(tree[id]?.module ?? {}));
}

const hasPage = (exports: object) => "default" in exports || "ErrorBoundary" in exports;
