import type { DatabaseSync } from "node:sqlite";
import type { Run } from "#server/domain/rollup/cover.ts";
import { mergeEncodedRollup } from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import { tierMs } from "#server/domain/rollup/tier.ts";
import type { ReleaseRollup, RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import { findNamed, readCover, readTierStarts, tierNumber } from "./rollup-window.ts";
import { prepare } from "./statement.ts";

type Row = { at: number; release_id: number; rollup: Uint8Array };

/** A seek a bucket: other operations of the same time lie between. */
const bucketsOfOperation = `WITH RECURSIVE bucket (at) AS (
    SELECT ?3 WHERE ?3 < ?4 UNION ALL SELECT at + ?5 FROM bucket WHERE at + ?5 < ?4)
  SELECT r.at, r.release_id, r.rollup FROM bucket CROSS JOIN rollups r
    ON r.project_id = ?1 AND r.tier = ?2 AND r.at = bucket.at AND r.operation_id = ?6
  WHERE (?7 IS NULL OR r.environment_id = ?7) AND (?8 IS NULL OR r.release_id = ?8)`;

/** One operation over time and by release. */
export function readSeries(reader: DatabaseSync): Pick<RollupStore, "series" | "byRelease"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const rowsNamed = findNamed(reader);
  const buckets = prepare<Row>(reader, bucketsOfOperation);
  const release = prepare<{ version: string }>(reader, "SELECT version FROM rollup_releases WHERE id = ?");

  function rowsOf(filter: RollupFilter & { operationId: number }, { tier, from, until }: Run): Row[] {
    const { environment, release: releaseId } = rowsNamed(filter);
    const { projectId, operationId } = filter;
    return buckets.all(projectId, tierNumber(tier), from, until, tierMs[tier], operationId, environment, releaseId);
  }

  return {
    async series(filter, step) {
      const { tier, stepMs, times } = stepsOf(filter, step, starts());
      const steps = times.map((at) => ({ at, rollup: emptyRollup() }));
      if (steps.length === 0) return [];
      const [from, until] = [times[0]!, times.at(-1)! + stepMs];
      for (const row of rowsOf(filter, { tier, from, until })) {
        mergeEncodedRollup(steps[Math.floor((row.at - from) / stepMs)]!.rollup, row.rollup);
      }
      return steps;
    },

    async byRelease(filter) {
      const releases = new Map<number, ReleaseRollup>();
      for (const run of coverOf(filter).runs) {
        for (const { at, release_id, rollup } of rowsOf(filter, run)) {
          let total = releases.get(release_id);
          if (!total) {
            total = { release: release.get(release_id)!.version, firstAt: at, lastAt: at, rollup: emptyRollup() };
            releases.set(release_id, total);
          }
          total.lastAt = Math.max(total.lastAt, at);
          mergeEncodedRollup(total.rollup, rollup);
        }
      }
      return [...releases.values()].toSorted((a, b) => b.lastAt - a.lastAt || b.firstAt - a.firstAt);
    },
  };
}
