import type { RouteTree } from "#server/telemetry/route-place.ts";
import { patternOf } from "#server/telemetry/route-place.ts";

/** Route patterns of Spoor's own pages. All other names are rejected. */
export type KnownNames = {
  /** `/reset/:token`, also as the address of its data, and with an origin. */
  isAddress(text: string): boolean;
  isSpanName(name: string): boolean;
  isRouteId(id: string): boolean;
};

const verbs =
  "navigate|submit|history|revalidate|fetcher load|fetcher submit|GET|POST|PUT|PATCH|DELETE";
const withoutRoute = new RegExp(`^(?:document load|document fetch|hydrate|${verbs})$`);
const withRoute = new RegExp(`^(?:${verbs}) (/.*)$`);
const step = /^client (?:loader|action) (.+)$/;

export function knownNames(routes: RouteTree): KnownNames {
  const patterns = new Set(Object.keys(routes).map((id) => `/${patternOf(id, routes)}`));

  function isAddress(text: string): boolean {
    const path = text.replace(/^https?:\/\/[^/]+/, "").replace(/\.data$/, "");
    return patterns.has(path) || path === "/_";
  }

  const isRouteId = (id: string) => Object.hasOwn(routes, id);
  return {
    isAddress,
    isRouteId,
    isSpanName: (name) =>
      withoutRoute.test(name) ||
      isAddress(withRoute.exec(name)?.[1] ?? "") ||
      isRouteId(step.exec(name)?.[1] ?? ""),
  };
}
