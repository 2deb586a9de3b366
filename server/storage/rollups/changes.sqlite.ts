import type { DatabaseSync } from "node:sqlite";
import { operationKey } from "#server/domain/rollup/operation.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";
import { ensureEnvironment } from "#server/storage/names/environments.sqlite.ts";
import { type PlacedRollup, writeRollupCell } from "#server/storage/rollups/write.ts";
import { addDays } from "./days.sqlite.ts";
import { ensureOperation, ensureRollupRelease } from "./names.sqlite.ts";
import { addSamples } from "./samples.sqlite.ts";
import { addToTiers } from "./tiers.sqlite.ts";

/**
 * Adds a batch's rollups to all three tiers, and its samples to their hours. Use in a transaction.
 */
export function addRollups(writer: DatabaseSync): (changes: RollupChange[]) => void {
  const place = placing(writer);
  const add = addToTiers<PlacedRollup>(writer, "rollups", writeRollupCell());
  const keep = addSamples(writer);
  const see = addDays(writer);

  return (changes) => {
    const placed = place(changes);
    for (const [operationId, mine] of Map.groupBy(placed, (each) => each.operationId)) {
      const { projectId } = mine[0]!.change;
      add(projectId, operationId, mine);
      for (const each of mine) keep({ ...each, projectId }, each.change.samples);
    }
    see(
      placed.map(({ change, ...rest }) => ({
        ...rest,
        ...change.operation,
        projectId: change.projectId,
      })),
    );
  };
}

/** A batch repeats few operations, environments, and releases: each is looked up once. */
function placing(writer: DatabaseSync): (changes: RollupChange[]) => PlacedRollup[] {
  const operations = ensureOperation(writer);
  const environmentId = ensureEnvironment(writer);
  const releaseId = ensureRollupRelease(writer);
  return (changes) => {
    const operationId = operations();
    const ids = { operations: new Map(), environments: new Map(), releases: new Map() };
    return changes.map((change) => {
      const { projectId, operation, environment, release, at } = change;
      const name = `${projectId}\n${operationKey(operation)}`;
      return {
        part: 0,
        at,
        change,
        operationId: once(ids.operations, name, () => operationId(projectId, operation)),
        environment: once(ids.environments, `${projectId}\n${environment}`, () =>
          environmentId(projectId, environment),
        ),
        release: once(ids.releases, `${projectId}\n${release}`, () =>
          releaseId(projectId, release),
        ),
      };
    });
  };
}

function once(known: Map<string, number>, name: string, find: () => number): number {
  const id = known.get(name) ?? find();
  known.set(name, id);
  return id;
}
