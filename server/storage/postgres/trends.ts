import type { IssueId } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import type { IssueStore } from "#server/storage/store.ts";
import type { Query } from "./database.ts";

type TrendRow = { issue_id: IssueId; at: number; count: number };

const select = (unit: "hour" | "day", filter: string) => `SELECT issue_id, ${unit} AS at, sum(count) AS count
  FROM issue_${unit}s WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) AND ${unit} BETWEEN $3 AND $4 ${filter}
  GROUP BY issue_id, ${unit}`;
const inEnvironment = "AND environment_id = (SELECT id FROM environments WHERE project_id = $1 AND name = $5)";

const all = { hour: select("hour", ""), day: select("day", "") };
const within = { hour: select("hour", inEnvironment), day: select("day", inEnvironment) };

export const readTrends =
  (query: Query): IssueStore["trends"] =>
  async (projectId, issueIds, { until, buckets, unit, environment }) => {
    const width = unit === "hour" ? hourMs : dayMs;
    const newest = Math.floor(until / width) * width;
    const oldest = newest - (buckets - 1) * width;
    const series = new Map(issueIds.map((id) => [id, Array.from({ length: buckets }, () => 0)]));
    const range = [projectId, issueIds, oldest, newest] as const;
    const rows =
      environment === undefined
        ? await query<TrendRow>(all[unit], ...range)
        : await query<TrendRow>(within[unit], ...range, environment);
    for (const { issue_id, at, count } of rows) series.get(issue_id)![(at - oldest) / width] = count;
    return series;
  };
