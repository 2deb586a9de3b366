import type { ProjectId } from "#server/domain/ids.ts";
import { hourOf } from "#server/domain/time.ts";
import { chooseSamples, scoreOf } from "#server/domain/rollup/sample-choice.ts";
import { type SampleClass, sampleClasses, type TraceSample } from "#server/domain/rollup/sample.ts";
import type { PlacedRollup } from "#server/storage/rollups/write.ts";
import {
  bytesOf,
  classNumber,
  type Floors,
  floorsOf,
  sampleOf,
  type SampleRow,
  type WorstRow,
} from "#server/storage/rollups/sample-row.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

/** A group from which the best are chosen. */
type Group = { operation_id: number; hour: number; environment_id: number; release_id: number };

const groups = `unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
    AS g(operation_id, hour, environment_id, release_id)`;
const ofGroup = `s.project_id = $1 AND s.operation_id = g.operation_id AND s.hour = g.hour
    AND s.environment_id = g.environment_id AND s.release_id = g.release_id`;
const groupColumns = "s.operation_id, s.hour, s.environment_id, s.release_id";

const worst = `SELECT ${groupColumns}, s.class, count(*) AS kept, min(s.score) AS score
  FROM ${groups} JOIN trace_samples s ON ${ofGroup} GROUP BY ${groupColumns}, s.class`;
const keptOf = `SELECT ${groupColumns}, s.class, s.trace_id, s.span_id, s.started_at, s.duration_ms, s.failed
  FROM ${groups} JOIN trace_samples s ON ${ofGroup}`;
const remove = `DELETE FROM trace_samples s
  USING unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[])
    AS g(operation_id, hour, environment_id, release_id, class, trace_id)
  WHERE ${ofGroup} AND s.class = g.class AND s.trace_id = g.trace_id`;
const put = `INSERT INTO trace_samples (project_id, operation_id, hour, environment_id, release_id, class, trace_id,
    span_id, score, started_at, duration_ms, failed)
  SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[],
    $8::bytea[], $9::float8[], $10::float8[], $11::float8[], $12::bigint[])
  ON CONFLICT (project_id, operation_id, class, hour, environment_id, release_id, trace_id) DO UPDATE SET
    span_id = excluded.span_id, score = excluded.score, started_at = excluded.started_at,
    duration_ms = excluded.duration_ms, failed = excluded.failed`;

type Candidates = { group: Group; of: SampleClass; samples: TraceSample[] };

/** Keeps the best of existing and new samples. Use in a transaction that holds the project. */
export async function addSamples(
  query: Query,
  projectId: ProjectId,
  placed: PlacedRollup[],
): Promise<void> {
  const candidates = candidatesIn(placed);
  if (candidates.length === 0) return;
  const floors = await floorsIn(query, projectId, candidates);
  // Most candidates are no better than the worst stored sample, and cost only this.
  const better = candidates
    .map((each) => ({
      ...each,
      samples: each.samples.filter(reaches(each.of, floors.get(keyOf(each.group)))),
    }))
    .filter(({ samples }) => samples.length > 0);
  if (better.length > 0) await replace(query, projectId, better);
}

const reaches = (of: SampleClass, floors: Floors | undefined) => (sample: TraceSample) =>
  !floors || scoreOf[of](sample) >= floors[of];

function candidatesIn(placed: PlacedRollup[]): Candidates[] {
  const found = new Map<string, Candidates>();
  for (const { operationId, environment, release, change } of placed) {
    for (const of of sampleClasses) {
      for (const sample of change.samples[of]) {
        const hour = hourOf(sample.startedAt);
        const group = {
          operation_id: operationId,
          hour,
          environment_id: environment,
          release_id: release,
        };
        const key = `${keyOf(group)}:${of}`;
        const mine = found.get(key) ?? { group, of, samples: [] };
        found.set(key, mine);
        mine.samples.push(sample);
      }
    }
  }
  return [...found.values()];
}

async function floorsIn(
  query: Query,
  projectId: ProjectId,
  candidates: Candidates[],
): Promise<Map<string, Floors>> {
  const rows = await query<Group & WorstRow>(worst, projectId, ...groupsOf(candidates));
  const byGroup = Map.groupBy(rows, keyOf);
  return new Map([...byGroup].map(([key, mine]) => [key, floorsOf(mine)]));
}

async function replace(query: Query, projectId: ProjectId, better: Candidates[]): Promise<void> {
  const rows = await query<Group & SampleRow & { class: number }>(
    keptOf,
    projectId,
    ...groupsOf(better),
  );
  const before = Map.groupBy(rows, (row) => `${keyOf(row)}:${row.class}`);
  const gone: (number | Uint8Array)[][] = [];
  const fresh: (number | Uint8Array)[][] = [];
  for (const { group, of, samples } of better) {
    const kept = (before.get(`${keyOf(group)}:${classNumber(of)}`) ?? []).map(sampleOf);
    const chosen = new Set(chooseSamples(of, [...kept, ...samples]));
    const place = [
      group.operation_id,
      group.hour,
      group.environment_id,
      group.release_id,
      classNumber(of),
    ];
    for (const each of kept) if (!chosen.has(each)) gone.push([...place, bytesOf(each.traceId)]);
    // One row per trace: the last of the chosen ones, as if each replaced the previous.
    const added = new Map(
      [...chosen].filter((each) => !kept.includes(each)).map((each) => [each.traceId, each]),
    );
    for (const each of added.values()) fresh.push([...place, ...valuesOf(of, each)]);
  }
  if (gone.length > 0) await query(remove, projectId, ...columnsOf(gone));
  if (fresh.length > 0) await query(put, projectId, ...columnsOf(fresh));
}

function valuesOf(of: SampleClass, sample: TraceSample): (number | Uint8Array)[] {
  const { traceId, spanId, startedAt, durationMs, failed } = sample;
  return [
    bytesOf(traceId),
    bytesOf(spanId),
    scoreOf[of](sample),
    startedAt,
    durationMs,
    Number(failed),
  ];
}

const keyOf = ({ operation_id, hour, environment_id, release_id }: Group) =>
  `${operation_id}:${hour}:${environment_id}:${release_id}`;

function groupsOf(candidates: Candidates[]) {
  const each = [...new Map(candidates.map(({ group }) => [keyOf(group), group])).values()];
  return columnsOf(
    each.map(({ operation_id, hour, environment_id, release_id }) => [
      operation_id,
      hour,
      environment_id,
      release_id,
    ]),
  );
}
