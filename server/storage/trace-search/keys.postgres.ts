import { collectKeys, daysOfValues } from "#server/storage/trace-search/keys.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";

const selectWanted =
  "SELECT DISTINCT key FROM trace_keys WHERE lane = $1 AND key = ANY($2::text[])";
const selectDays =
  "SELECT array_agg(key) AS keys FROM trace_keys WHERE lane = $1 GROUP BY day ORDER BY day DESC";

/** All keys are read only if one is missing. */
export const readTraceKeys =
  (query: Query): TraceStore["keys"] =>
  async (projectId, wanted) => {
    const lane = laneOf(projectId);
    const found = await query<{ key: string }>(selectWanted, lane, [...wanted]);
    if (new Set(wanted).size === found.length)
      return { keys: found.map(({ key }) => key), isWhole: true };
    const days = await query<{ keys: string[] }>(selectDays, lane);
    return collectKeys(
      days.map(({ keys }) => keys),
      wanted,
    );
  };

const selectValues = `SELECT DISTINCT t.value FROM
  (SELECT day, id FROM trace_keys WHERE lane = $1 AND key = $2 ORDER BY day DESC LIMIT ${daysOfValues}) k
  JOIN trace_terms t ON t.lane = $1 AND t.day = k.day AND t.key_id = k.id LIMIT $3`;

export const readTraceValues =
  (query: Query): TraceStore["values"] =>
  async (projectId, key, limit) => {
    const rows = await query<{ value: string }>(selectValues, laneOf(projectId), key, limit);
    return rows.map(({ value }) => value);
  };
