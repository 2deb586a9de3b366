import type { IssueId } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import type { Query } from "#server/storage/database.ts";
import { allOf, ifGiven, raw, sql } from "#server/storage/sql.ts";
import type { IssueStore } from "./issue-store.ts";
import { ofIssues } from "./of-issue.ts";

const tables = { hour: raw("issue_hours"), day: raw("issue_days") };

export const readTrends =
  (query: Query): IssueStore["trends"] =>
  async (projectId, issueIds, { until, buckets, unit, environment }) => {
    const width = unit === "hour" ? hourMs : dayMs;
    const newest = Math.floor(until / width) * width;
    const oldest = newest - (buckets - 1) * width;
    const at = raw(unit);
    const conditions = [
      ofIssues(projectId, issueIds),
      sql`${at} BETWEEN ${oldest} AND ${newest}`,
      ifGiven(
        environment,
        (name) =>
          sql`environment_id = (SELECT id FROM environments WHERE project_id = ${projectId} AND name = ${name})`,
      ),
    ];
    const rows = await query<{ issue_id: IssueId; at: number; count: number }>(
      sql`SELECT issue_id, ${at} AS at, sum(count) AS count FROM ${tables[unit]} WHERE ${allOf(conditions)}
        GROUP BY issue_id, ${at}`,
    );
    const series = new Map(issueIds.map((id) => [id, Array.from({ length: buckets }, () => 0)]));
    for (const row of rows) series.get(row.issue_id)![(row.at - oldest) / width] = row.count;
    return series;
  };
