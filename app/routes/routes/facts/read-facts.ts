import { mergedRollup } from "#server/domain/rollup/figures.ts";
import {
  type NavigationFacts,
  navigationFacts,
  navigationFactsByRoute,
  navigationKinds,
  visitsOf,
} from "#server/domain/rollup/navigation-facts.ts";
import type { RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import type { RouteFacts } from "./facts-table.tsx";

/** Spans know no device, and a page's two halves are two services: of a page's filters these count. */
type Asked = Pick<RollupFilter, "projectId" | "environment" | "release" | "since" | "until">;

const mostRoutes = 50;
const kinds: readonly string[] = navigationKinds;

/** Undefined where nobody came, or where nobody tells how. */
export async function readFactsOf(rollups: RollupStore, asked: Asked, route: string) {
  const operations = await rollups.operationsOf(asked.projectId, route);
  const counted = operations
    .filter(({ kind }) => kinds.includes(kind))
    .map(async (operation) => {
      const releases = await rollups.byRelease({ ...asked, operationId: operation.id });
      return { operation, rollup: mergedRollup(releases.map(({ rollup }) => rollup)) };
    });
  return told(navigationFacts(await Promise.all(counted)));
}

/** Of all pages together and, the most visited first, of each. */
export async function readAllFacts(rollups: RollupStore, asked: Asked) {
  const counted = await rollups.operations({ ...asked, kinds: navigationKinds });
  const byRoute: RouteFacts[] = navigationFactsByRoute(counted).slice(0, mostRoutes);
  return { facts: told(navigationFacts(counted)), byRoute };
}

const told = (facts: NavigationFacts) => (visitsOf(facts) > 0 ? facts : undefined);
