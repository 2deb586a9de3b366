import type { DatabaseSync } from "node:sqlite";
import type { IssueId } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { prepare } from "./statement.ts";

type TrendRow = { issue_id: number; at: number; count: number };

const select = (unit: "hour" | "day", filter: string) => `
  SELECT c.issue_id, c.${unit} AS at, sum(c.count) AS count
  FROM json_each(?) asked CROSS JOIN issue_${unit}s c
  WHERE c.issue_id = asked.value AND c.${unit} BETWEEN ? AND ? ${filter} GROUP BY c.issue_id, c.${unit}`;

const inEnvironment =
  "AND c.environment_id IN (SELECT e.id FROM environments e JOIN issues i USING (project_id) WHERE i.id = c.issue_id AND e.name = ?)";

export function readTrends(reader: DatabaseSync): IssueStore["trends"] {
  const all = {
    hour: prepare<TrendRow>(reader, select("hour", "")),
    day: prepare<TrendRow>(reader, select("day", "")),
  };
  const within = {
    hour: prepare<TrendRow>(reader, select("hour", inEnvironment)),
    day: prepare<TrendRow>(reader, select("day", inEnvironment)),
  };

  return async (_, issueIds, { until, buckets, unit, environment }) => {
    const width = unit === "hour" ? hourMs : dayMs;
    const newest = Math.floor(until / width) * width;
    const oldest = newest - (buckets - 1) * width;
    const none = Array.from({ length: buckets }, () => 0);
    const series = new Map(issueIds.map((id) => [id, [...none]]));
    const range = [JSON.stringify(issueIds), oldest, newest] as const;
    const rows = environment === undefined ? all[unit].all(...range) : within[unit].all(...range, environment);
    for (const { issue_id, at, count } of rows) series.get(issue_id as IssueId)![(at - oldest) / width] = count;
    return series;
  };
}
