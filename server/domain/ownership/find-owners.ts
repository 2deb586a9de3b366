import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { globMatches } from "./glob.ts";
import type { OwnedBy, OwnershipRule } from "./rules.ts";

/** Event data matched by rules. */
export type Owned = {
  paths: string[];
  routes: string[];
  tags: readonly (readonly [string, string])[];
};

/** Files of in-app frames anywhere in the chain; libraries have other owners. */
export function ownedOf(event: ErrorEvent, culprit: string): Owned {
  const frames = event.exceptions
    .flatMap((exception) => exception.frames)
    .filter(({ inApp }) => inApp);
  const paths = frames.flatMap(({ file, absPath }) => file ?? absPath ?? []);
  const routes = [event.transaction, culprit].filter((route): route is string => Boolean(route));
  return { paths: unique(paths), routes: unique(routes), tags: event.tags };
}

/** The last matching rule: later lines are more specific. */
export function findOwners(
  rules: readonly OwnershipRule[],
  owned: Owned,
): OwnershipRule | undefined {
  return rules.findLast(({ of }) => means(of, owned));
}

function means(of: OwnedBy, { paths, routes, tags }: Owned): boolean {
  if (of.kind === "path") return paths.some((path) => globMatches(of.pattern, pathOf(path)));
  if (of.kind === "route")
    return routes.some((route) => globMatches(`/${of.pattern}`, pathOf(route)));
  const { key: wanted, pattern } = of;
  return tags.some(([key, value]) => key === wanted && globMatches(`/${pattern}`, value));
}

/** Without prefixes: `GET /checkout`, `webpack:///./src/a.ts`, `https://shop.example/a.js?v=1`. */
function pathOf(text: string): string {
  return text
    .replace(/^[A-Z]+ /, "")
    .replace(/^[a-z][\w+.-]*:\/\/[^/]*\//i, "")
    .replace(/[?#].*$/s, "")
    .replaceAll("\\", "/");
}

const unique = (texts: string[]): string[] => [...new Set(texts)];
