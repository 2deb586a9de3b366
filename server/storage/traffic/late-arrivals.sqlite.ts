import type { DatabaseSync } from "node:sqlite";
import type { LateArrival } from "#server/storage/digest/digest-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const insert = `INSERT INTO late_arrivals (project_id, issue_id, environment, received_at, at, user)
  VALUES (?, ?, ?, ?, ?, ?)`;

/** Use in a transaction. One statement per row; PostgreSQL writes a batch in one (`digest/save.sqlite.ts`). */
export function addLateArrivals(writer: DatabaseSync): (late: LateArrival[]) => void {
  const add = prepare(writer, insert);
  return (late) => {
    for (const { projectId, issueId, environment, receivedAt, at, user } of late)
      add.run(projectId, issueId, environment, receivedAt, at, user ?? null);
  };
}
