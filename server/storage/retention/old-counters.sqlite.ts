import type { DatabaseSync } from "node:sqlite";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

/** Rows per transaction: about a millisecond, during which the digest waits. */
const slice = 500;
const issuesAtOnce = 500;

type Counters = { table: string; key: string; time: string; kept: "hours" | "days" };

/** By project and time, as their keys start with both. */
const ofProjects: readonly Counters[] = [
  { table: "project_hours", key: "project_id, hour", time: "hour", kept: "days" },
  {
    table: "ledger",
    key: "project_id, hour, outcome, category, reason",
    time: "hour",
    kept: "days",
  },
  { table: "service_edges", key: "project_id, hour, caller, callee", time: "hour", kept: "hours" },
];

/**
 * By issue and time. There is no index of the oldest of all: it would be written with every event.
 */
const ofIssues: readonly Counters[] = [
  { table: "issue_hours", key: "issue_id, hour, environment_id", time: "hour", kept: "hours" },
  { table: "issue_days", key: "issue_id, day, environment_id", time: "day", kept: "days" },
];

// In ID order, which is the order of receipt.
const oldLate = `DELETE FROM late_arrivals WHERE id IN
  (SELECT id FROM (SELECT id, received_at FROM late_arrivals ORDER BY id LIMIT ${slice}) WHERE received_at < ?)`;
const oldIncidents = `DELETE FROM monitor_incidents WHERE id IN
  (SELECT id FROM (SELECT id, at FROM monitor_incidents ORDER BY id LIMIT ${slice}) WHERE at < ?)`;

/**
 * Walks projects, then issues in portions, then starts over. PostgreSQL selects an issue with its
 * project, and rows by ctid.
 */
export function evictCounters(writer: DatabaseSync, write: Write): RetentionStore["evictCounters"] {
  const projects = prepare<{ id: number }>(writer, "SELECT id FROM projects");
  const issues = prepare<{ id: number }>(
    writer,
    `SELECT id FROM issues WHERE id > ? ORDER BY id LIMIT ${issuesAtOnce}`,
  );
  const [projectRows, issueRows] = [ofProjects, ofIssues].map((all) =>
    all.map((each) => deletion(writer, each)),
  );
  const incidents = prepare(writer, oldIncidents);
  const late = prepare(writer, oldLate);
  const acts = prepare(writer, "DELETE FROM retention_acts WHERE at < ? AND ended_at IS NOT NULL");
  let after = 0;

  return (before) =>
    write(() => {
      if (after === 0 && late.run(before.late) > 0) return true;
      if (after === 0 && incidents.run(before.days) + acts.run(before.days) > 0) return true;
      for (const { id } of after === 0 ? projects.all() : [])
        for (const remove of projectRows!) if (remove(id, before) === slice) return true;
      const some = issues.all(after);
      for (const { id } of some) for (const remove of issueRows!) remove(id, before);
      after = some.length === issuesAtOnce ? some.at(-1)!.id : 0;
      return after > 0;
    });
}

function deletion(writer: DatabaseSync, { table, key, time, kept }: Counters) {
  const owner = key.split(",", 1)[0]!;
  const rows = prepare(
    writer,
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${owner} = ? AND ${time} < ? LIMIT ${slice})`,
  );
  return (id: number, before: { hours: number; days: number }) => rows.run(id, before[kept]);
}
