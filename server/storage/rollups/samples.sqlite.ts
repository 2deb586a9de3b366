import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourOf } from "#server/domain/time.ts";
import { chooseSamples, scoreOf } from "#server/domain/rollup/sample-choice.ts";
import { type SampleClass, sampleClasses, type TraceSample } from "#server/domain/rollup/sample.ts";
import {
  bytesOf,
  classNumber,
  floorsOf,
  sampleOf,
  type SampleRow,
  type WorstRow,
} from "#server/storage/rollups/sample-row.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Row IDs that samples belong to. */
type Place = { projectId: ProjectId; operationId: number; environment: number; release: number };

/** A group from which the best are chosen. */
const group = `project_id = ?1 AND operation_id = ?2 AND hour = ?3 AND environment_id = ?4 AND release_id = ?5`;
const classes = sampleClasses.map((_, number) => number).join();

type Group = [
  projectId: ProjectId,
  operationId: number,
  hour: number,
  environment: number,
  release: number,
];

/** Keeps the best of existing and new samples. Use in a transaction. */
export function addSamples(
  writer: DatabaseSync,
): (place: Place, samples: RollupChange["samples"]) => void {
  const worst = prepare<WorstRow>(
    writer,
    `SELECT class, count(*) AS kept, min(score) AS score FROM trace_samples
     WHERE ${group} AND class IN (${classes}) GROUP BY class`,
  );
  const replace = replaceSamples(writer);

  return ({ projectId, operationId, environment, release }, samples) => {
    const hours = new Set(
      Object.values(samples).flatMap((of) => of.map(({ startedAt }) => hourOf(startedAt))),
    );
    for (const hour of hours) {
      const key: Group = [projectId, operationId, hour, environment, release];
      const floors = floorsOf(worst.all(...key));
      for (const of of sampleClasses) {
        const mine = samples[of].filter(({ startedAt }) => hourOf(startedAt) === hour);
        // Most candidates are no better than the worst stored sample, and cost only this.
        const better = mine.filter((sample) => scoreOf[of](sample) >= floors[of]);
        if (better.length > 0) replace(key, of, better);
      }
    }
  };
}

function replaceSamples(
  writer: DatabaseSync,
): (key: Group, sampleClass: SampleClass, samples: TraceSample[]) => void {
  const select = `SELECT trace_id, span_id, started_at, duration_ms, failed FROM trace_samples WHERE ${group} AND class = ?6`;
  const kept = prepare<SampleRow>(writer, select);
  const remove = prepare(
    writer,
    `DELETE FROM trace_samples WHERE ${group} AND class = ?6 AND trace_id = ?7`,
  );
  const put = prepare(
    writer,
    `INSERT OR REPLACE INTO trace_samples (project_id, operation_id, hour, environment_id, release_id, class,
       trace_id, span_id, score, started_at, duration_ms, failed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (key, sampleClass, samples) => {
    const of = classNumber(sampleClass);
    const before = kept.all(...key, of).map(sampleOf);
    const chosen = new Set(chooseSamples(sampleClass, [...before, ...samples]));
    for (const gone of before.filter((each) => !chosen.has(each)))
      remove.run(...key, of, bytesOf(gone.traceId));
    for (const each of chosen) {
      if (before.includes(each)) continue;
      const { traceId, spanId, startedAt, durationMs, failed } = each;
      const score = scoreOf[sampleClass](each);
      put.run(
        ...key,
        of,
        bytesOf(traceId),
        bytesOf(spanId),
        score,
        startedAt,
        durationMs,
        Number(failed),
      );
    }
  };
}
