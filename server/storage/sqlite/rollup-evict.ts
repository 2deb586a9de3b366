import type { DatabaseSync } from "node:sqlite";
import { hourOf } from "#server/domain/time.ts";
import { grains, tierKeptMs, tiers, tierStarts } from "#server/domain/rollup/tier.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

/** Rows a transaction: about a millisecond, in which the digest waits. */
const slice = 500;

const dayKey = "project_id, day, service, environment_id, release_id";
const sampleKey = "project_id, operation_id, class, hour, environment_id, release_id, trace_id";

const deleteSlice = (table: string, key: string, old: string) =>
  `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${old} LIMIT ${slice})`;

/** In slices, the write lock given back between them. First it is said from when on each tier is whole. */
export function evictRollups(writer: DatabaseSync, write: Write): RollupStore["evict"] {
  const say = prepare(
    writer,
    "INSERT INTO rollup_tiers VALUES (?, ?) ON CONFLICT DO UPDATE SET kept_from = max(kept_from, excluded.kept_from)",
  );
  const projects = prepare<{ id: number }>(writer, "SELECT id FROM projects");
  const inTier = "project_id = ? AND tier = ? AND at < ?";
  const rollups = prepare(writer, deleteSlice("rollups", "id", inTier));
  const vitals = prepare(writer, deleteSlice("vital_rollups", "id", inTier));
  const samples = prepare(writer, deleteSlice("trace_samples", sampleKey, "project_id = ? AND hour < ?"));
  const days = prepare(writer, deleteSlice("rollup_days", dayKey, "project_id = ? AND day < ?"));
  const reports = prepare(writer, deleteSlice("vital_reports", "project_id, report_id, vital", "at < ?"));

  async function whole(removeSlice: () => number): Promise<number> {
    for (let removed = 0; ;) {
      const now = await write(removeSlice);
      removed += now;
      if (now < slice) return removed;
    }
  }

  return async (now, keptMs) => {
    const starts = tierStarts(now, keptMs);
    await write(() => tiers.forEach((tier, number) => say.run(number, starts[tier])));
    let removed = await whole(() => reports.run(now - tierKeptMs["5-minutes"]));
    for (const { id } of projects.all()) {
      for (const [number, grain] of grains.entries()) {
        const start = grain === "week" ? starts.day : starts[grain];
        for (const table of [rollups, vitals]) removed += await whole(() => table.run(id, number, start));
      }
      removed += await whole(() => days.run(id, starts.day));
      removed += await whole(() => samples.run(id, hourOf(starts.hour)));
    }
    return removed;
  };
}
