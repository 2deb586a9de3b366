import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import {
  type BulkAct,
  decideInBulk,
  sliceOf,
  undoableForMs,
  undoInBulk,
} from "#server/domain/issue/bulk-act.ts";
import type { Store } from "#server/storage/store.ts";

type Deps = { store: Pick<Store, "bulk" | "issues">; now: () => number };

/** This thread also ingests events. */
const sliceMs = 100;

/**
 * Continues the oldest bulk action for a moment whose cluster node responds. The rest follows in
 * later runs, also after a restart. Returns whether there was any.
 */
export async function advanceBulkActs(deps: Deps): Promise<boolean> {
  for (const bulk of await deps.store.bulk.underWay()) {
    try {
      await advanceForAMoment(deps, bulk);
      return true;
    } catch (error) {
      if (!isNodeAway(error)) throw error;
    }
  }
  return false;
}

async function advanceForAMoment(deps: Deps, begun: BulkAct): Promise<void> {
  const until = deps.now() + sliceMs;
  let bulk = begun;
  while (deps.now() < until) {
    if (bulk.stage === "acting") bulk = await advance(deps, bulk);
    else if (bulk.stage === "undoing") bulk = await advanceUndo(deps, bulk);
    else return;
  }
}

export function evictBulkActs({ store, now }: Deps): Promise<number> {
  return store.bulk.evict(now() - undoableForMs);
}

/**
 * Pages by first seen, newest first. Actions don't change it and late events only make it earlier,
 * so no issue is skipped.
 */
async function advance({ store }: Deps, bulk: BulkAct): Promise<BulkAct> {
  const { projectId, filter, cursor, act } = bulk;
  const slice = { sort: "first-seen", cursor, limit: sliceOf(act) } as const;
  const { rows, next } = await store.issues.list({ ...filter, projectId, ...slice });
  const issueIds = rows.map(({ id }) => id);
  return store.bulk.advance(bulk, { issueIds, cursor: next }, (issue, since) =>
    decideInBulk(bulk, issue, since),
  );
}

async function advanceUndo({ store, now }: Deps, bulk: BulkAct): Promise<BulkAct> {
  return store.bulk.advanceUndo(bulk.id, sliceOf(bulk.act), (issue, before) =>
    undoInBulk(bulk, issue, before, now()),
  );
}
