import { mergedRollup } from "#server/domain/rollup/figures.ts";
import {
  type NavigationFacts,
  navigationFacts,
  navigationKinds,
  visitsOf,
} from "#server/domain/rollup/navigation-facts.ts";
import type { RollupFilter, RollupStore } from "#server/storage/rollups/rollup-store.ts";

/**
 * Spans have no device, and a page's browser and server are two services: only these filters apply.
 */
type Asked = Pick<RollupFilter, "projectId" | "environment" | "release" | "since" | "until">;

const kinds: readonly string[] = navigationKinds;

/** Undefined without visits, or if no visit reports how it loaded. */
export async function readFactsOf(rollups: RollupStore, asked: Asked, route: string) {
  const operations = await rollups.operationsOf(asked.projectId, route);
  const counted = operations
    .filter(({ kind }) => kinds.includes(kind))
    .map(async (operation) => {
      const releases = await rollups.byRelease({ ...asked, operationId: operation.id });
      return { operation, rollup: mergedRollup(releases.map(({ rollup }) => rollup)) };
    });
  return measuredFacts(navigationFacts(await Promise.all(counted)));
}

/** Undefined without visits, or if no visit reports how it loaded. */
export const measuredFacts = (facts: NavigationFacts) => (visitsOf(facts) > 0 ? facts : undefined);
