import type { ProjectId } from "#server/domain/ids.ts";
import { type PlacedRollup, writeRollupCell } from "#server/storage/rollups/write.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { environmentIds, environmentKey } from "#server/storage/names/environments.postgres.ts";
import { addDays } from "./days.postgres.ts";
import { operationIds, releaseIds } from "./names.postgres.ts";
import { addSamples } from "./samples.postgres.ts";
import { addToTiers } from "./tiers.postgres.ts";

/**
 * Adds a batch's rollups to all tiers, and its samples to their hours. Use in a transaction that
 * holds its projects.
 */
export async function saveRollups(query: Query, changes: RollupChange[]): Promise<void> {
  for (const [projectId, mine] of Map.groupBy(changes, (change) => change.projectId)) {
    const placed = await place(query, projectId, mine);
    const bySubject = Map.groupBy(placed, ({ operationId }) => operationId);
    await addToTiers(query, "rollups", { projectId, changes: bySubject }, writeRollupCell());
    await addSamples(query, projectId, placed);
    const seen = placed.map(({ change, ...rest }) => ({
      ...rest,
      service: change.operation.service,
    }));
    await addDays(query, projectId, seen);
  }
}

async function place(
  query: Query,
  projectId: ProjectId,
  changes: RollupChange[],
): Promise<PlacedRollup[]> {
  const environments = await environmentIds(
    query,
    changes.map(({ environment: name }) => ({ projectId, name })),
  );
  const releaseId = await releaseIds(
    query,
    projectId,
    changes.map(({ release }) => release),
  );
  const operationId = await operationIds(
    query,
    projectId,
    changes.map(({ operation }) => operation),
  );
  return changes.map((change) => ({
    part: 0,
    at: change.at,
    change,
    operationId: operationId(change.operation),
    environment: environments.get(environmentKey({ projectId, name: change.environment }))!,
    release: releaseId(change.release),
  }));
}
