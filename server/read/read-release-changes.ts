import type { ProjectId } from "#server/domain/ids.ts";
import { routeChanges, type RouteChanges } from "#server/domain/release/route-changes.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";

type Filter = Window & { projectId: ProjectId; environment?: string };
type Pair = { version: string; previous: string | undefined };

/** `requests`, `requestsBefore`: number of requests of the two releases. */
type ReleaseChanges = RouteChanges & { requests: number; requestsBefore: number };

/**
 * Route changes from a release's previous one: requests of both in the same window. Used by the
 * overview and the release's page.
 */
export async function readReleaseChanges(
  rollups: Pick<RollupStore, "operationsOfEach">,
  filter: Filter,
  { version, previous }: Pair,
): Promise<ReleaseChanges> {
  if (previous === undefined) return { ...routeChanges([], []), requests: 0, requestsBefore: 0 };
  const asked = { ...filter, kinds: waitedForKinds };
  const [before = [], after = []] = await rollups.operationsOfEach(asked, [previous, version]);
  return {
    ...routeChanges(before, after),
    requests: requestsOf(after),
    requestsBefore: requestsOf(before),
  };
}

export const requestsOf = (ran: readonly { rollup: Rollup }[]): number =>
  ran.reduce((sum, { rollup }) => sum + rollup.durations.count, 0);
