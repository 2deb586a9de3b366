import { zoneOf } from "#server/storage/traces/ids.ts";
import type { TracePosition } from "#server/storage/trace-search/page.ts";
import type { TraceFilter } from "#server/storage/traces/trace-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";

/** Zones read at a time: two million traces. */
const zonesAtOnce = 512;

const selectZones = `SELECT day, zone FROM trace_zones
  WHERE lane = $1 AND (day, zone) <= ($2::date, $3::bigint) AND last_start >= $4 AND first_start <= $5
  ORDER BY day DESC, zone DESC LIMIT ${zonesAtOnce}`;

type ZoneRow = { day: Day; zone: number };

/** Zones that may contain matches, from a position on: day by day, newest first. */
export async function* zonesByDay(
  query: Query,
  { projectId, since = -Number.MAX_VALUE, until = Number.MAX_VALUE }: TraceFilter,
  start: TracePosition,
): AsyncGenerator<{ day: Day; zones: number[] }, void, void> {
  let [day, last] = [start.day, zoneOf(start.below - 1)];
  for (;;) {
    const rows = await query<ZoneRow>(selectZones, laneOf(projectId), day, last, since, until);
    for (const [each, zones] of Map.groupBy(rows, (row) => row.day))
      yield { day: each, zones: zones.map(({ zone }) => zone) };
    const end = rows.at(-1);
    if (!end || rows.length < zonesAtOnce) return;
    [day, last] = [end.day, end.zone - 1];
  }
}
