import { retentionSetting } from "#server/domain/retention/limits.ts";
import type { LateEvent } from "#server/storage/digest/digest-store.ts";
import { acceptsLate } from "#server/storage/digest/late-events.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";

const selectLimits = "SELECT value FROM settings WHERE name = $1";
const selectDropped =
  "SELECT day FROM retention_acts WHERE kind <> 'thinned' ORDER BY day DESC LIMIT 1";
const selectSettings = "SELECT id, settings FROM projects WHERE id = ANY($1::bigint[])";

/** Use in a transaction that holds the projects. */
export async function acceptsLateEvents(query: Query, events: LateEvent[]): Promise<boolean[]> {
  const ids = [...new Set(events.map(({ projectId }) => projectId))];
  const [[limits], [dropped], settings] = await Promise.all([
    query<{ value: string }>(selectLimits, retentionSetting),
    query<{ day: Day }>(selectDropped),
    query<{ id: number; settings: string }>(selectSettings, ids),
  ]);
  const facts = {
    settings: new Map(settings.map(({ id, settings: text }) => [id, text])),
    ...(limits && { limits: limits.value }),
    ...(dropped && { droppedUpTo: dropped.day }),
  };
  return events.map((event) => acceptsLate(event, facts));
}
