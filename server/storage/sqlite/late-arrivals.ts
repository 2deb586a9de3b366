import type { DatabaseSync } from "node:sqlite";
import { hourMs } from "#server/domain/time.ts";
import type { LateArrival } from "#server/storage/digest-store.ts";
import type { LateHour, LateHours } from "#server/storage/layout/late-hours.ts";
import type { CountFilter } from "#server/storage/traffic-store.ts";
import { prepare } from "./statement.ts";

const insert = `INSERT INTO late_arrivals (project_id, issue_id, environment, received_at, at, user)
  VALUES (?, ?, ?, ?, ?, ?)`;

/** For use inside a transaction. */
export function addLateArrivals(writer: DatabaseSync): (late: LateArrival[]) => void {
  const add = prepare(writer, insert);
  return (late) => {
    for (const { projectId, issueId, environment, receivedAt, at, user } of late)
      add.run(projectId, issueId, environment, receivedAt, at, user ?? null);
  };
}

const ofIssue = "INDEXED BY late_arrivals_by_issue WHERE issue_id IN (SELECT value FROM json_each(?1))";
const ofProject = "INDEXED BY late_arrivals_by_project WHERE project_id = ?1";
const since = `FROM late_arrivals ${ofIssue} AND received_at >= ?2 AND at < ?2 AND (?3 IS NULL OR environment = ?3)`;
const hourOf = (time: string) => `${time} / ${hourMs} * ${hourMs}`;
const byHour = (
  of: string,
) => `SELECT issue_id AS issueId, ${hourOf("received_at")} AS receivedIn, ${hourOf("at")} AS happenedIn,
    count(*) AS count
  FROM late_arrivals ${of} AND received_at >= ?2 AND received_at < ?3 AND at < ${hourOf("received_at")}
    AND (?4 IS NULL OR environment = ?4) GROUP BY 1, 2, 3`;

/** What a window by when events happened leaves out: events received in it that happened before it. */
export function readLateArrivals(reader: DatabaseSync) {
  const events = prepare<{ count: number }>(reader, `SELECT count(*) AS count FROM (SELECT 1 ${since} LIMIT ?4)`);
  const users = prepare<{ user: string }>(
    reader,
    `SELECT DISTINCT user FROM (SELECT user ${since} AND user IS NOT NULL LIMIT ?4)`,
  );
  const hoursOfIssues = prepare<LateHour>(reader, byHour(ofIssue));
  const hoursOfProject = prepare<LateHour>(reader, byHour(ofProject));
  const asked = (filter: CountFilter) =>
    [JSON.stringify(filter.issueIds), filter.since, filter.environment ?? null] as const;
  return {
    count: (filter: CountFilter): number => events.get(...asked(filter), filter.most)!.count,
    users: (filter: CountFilter): string[] => users.all(...asked(filter), 50_000).map(({ user }) => user),
    hours: ({ of, from, before, environment = null }: LateHours): LateHour[] =>
      Array.isArray(of)
        ? hoursOfIssues.all(JSON.stringify(of), from, before, environment)
        : hoursOfProject.all(of, from, before, environment),
  };
}

export type LateReads = ReturnType<typeof readLateArrivals>;
