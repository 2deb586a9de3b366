import type { LateArrival } from "#server/storage/digest/digest-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const insert = `INSERT INTO late_arrivals (project_id, issue_id, environment, received_at, at, "user")
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])`;

/** Use in a transaction. */
export async function addLateArrivals(query: Query, late: LateArrival[]): Promise<void> {
  if (late.length === 0) return;
  const rowOf = ({ projectId, issueId, environment, receivedAt, at, user }: LateArrival) => [
    projectId,
    issueId,
    environment,
    receivedAt,
    at,
    user ?? null,
  ];
  await query(insert, ...columnsOf(late.map(rowOf)));
}
