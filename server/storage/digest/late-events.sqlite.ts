import type { DatabaseSync } from "node:sqlite";
import { retentionSetting } from "#server/domain/retention/limits.ts";
import type { DigestTransaction, LateEvent } from "#server/storage/digest/digest-store.ts";
import { acceptsLate } from "#server/storage/digest/late-events.ts";
import type { Day } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const selectFacts = `SELECT (SELECT value FROM settings WHERE name = ?) AS limits,
  (SELECT max(day) FROM retention_acts WHERE kind <> 'thinned') AS dropped`;

/**
 * Use in a transaction. Data written into a damaged file would be lost with it, and a new file in
 * place of a lost one would block its restore from a backup.
 */
export function acceptsLateEvents(
  writer: DatabaseSync,
  files: DayFiles,
): DigestTransaction["acceptsLate"] {
  const read = prepare<{ limits: string | null; dropped: string | null }>(writer, selectFacts);
  const known = prepare<{ found: 1 }>(
    writer,
    "SELECT 1 AS found FROM telemetry_files WHERE day = ? LIMIT 1",
  );
  const settingsOf = prepare<{ settings: string }>(
    writer,
    "SELECT settings FROM projects WHERE id = ?",
  );

  return async (events: LateEvent[]) => {
    const { limits, dropped } = read.get(retentionSetting)!;
    const ids = [...new Set(events.map(({ projectId }) => projectId))];
    const facts = {
      settings: new Map(ids.map((id) => [id as number, settingsOf.get(id)?.settings ?? "{}"])),
      ...(limits !== null && { limits }),
      ...(dropped !== null && { droppedUpTo: dropped }),
    };
    const present = new Set(files.days());
    const canWrite = (day: Day) =>
      present.has(day) || (files.isWhole(day) && known.get(day) === undefined);
    const days = new Map(
      [...new Set(events.map(({ at }) => dayOf(at)))].map((day) => [day, canWrite(day)]),
    );
    return events.map((event) => days.get(dayOf(event.at))! && acceptsLate(event, facts));
  };
}
