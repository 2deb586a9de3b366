import type { DatabaseSync } from "node:sqlite";
import { encodeRollup, mergeEncodedRollup } from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup, mergeRollup } from "#server/domain/rollup/rollup.ts";
import { bucketStart, tiers } from "#server/domain/rollup/tier.ts";
import type { RollupChange } from "#server/storage/rollup-store.ts";
import { ensureEnvironment } from "./environments.ts";
import { ensureOperation, ensureRollupRelease } from "./rollup-names.ts";
import { addSamples } from "./rollup-samples.ts";
import { prepare } from "./statement.ts";

/** Adds what a batch brought to all three tiers, and its samples to those of their hours. For use inside a transaction. */
export function addRollups(writer: DatabaseSync): (changes: RollupChange[]) => void {
  const ids = { operation: ensureOperation(writer), environment: ensureEnvironment(writer) };
  const releaseId = ensureRollupRelease(writer);
  const keep = addSamples(writer);
  const find = prepare<{ rollup: Uint8Array }>(
    writer,
    `SELECT rollup FROM rollups
     WHERE project_id = ? AND tier = ? AND at = ? AND operation_id = ? AND environment_id = ? AND release_id = ?`,
  );
  const put = prepare(writer, "INSERT OR REPLACE INTO rollups VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

  return (changes) => {
    for (const { projectId, operation, environment, release, at, rollup, samples } of changes) {
      const dimensions = [
        ids.operation(projectId, operation),
        ids.environment(projectId, environment),
        releaseId(projectId, release),
      ] as const;
      for (const [tier, name] of tiers.entries()) {
        const key = [projectId, tier, bucketStart(name, at), ...dimensions] as const;
        const total = emptyRollup();
        mergeRollup(total, rollup);
        const before = find.get(...key);
        if (before) mergeEncodedRollup(total, before.rollup);
        put.run(...key, total.durations.count, encodeRollup(total));
      }
      keep(projectId, dimensions, samples);
    }
  };
}
