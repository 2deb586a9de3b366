import { join } from "node:path";
import { limitsFrom, retentionSetting } from "#server/domain/retention/limits.ts";
import type { RetentionAct, RetentionStore } from "#server/storage/retention/retention-store.ts";
import { type Connections, mainFile } from "#server/storage/sqlite/connections.ts";
import { dayDrops } from "./day-drop.sqlite.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { dayMeasures } from "./day-measure.sqlite.ts";
import { emptyDay } from "#server/storage/deletions/empty-day.sqlite.ts";
import { fileBytes } from "#server/storage/sqlite/file-bytes.ts";
import { thinEvents } from "./event-thin.sqlite.ts";
import { evictCounters } from "./old-counters.sqlite.ts";
import { reclaimSpace } from "./reclaim.sqlite.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { nounDatabase } from "#server/storage/sqlite/noun-database.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { BetweenBatches } from "./trace-thin.sqlite.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

type Deps = { folder: string; files: DayFiles; between: BetweenBatches };

const selectActs = `SELECT at, kind, day, bytes, events, traces FROM retention_acts WHERE ended_at IS NOT NULL
  ORDER BY id DESC LIMIT ?`;

export function retentionStore(connections: Connections, write: Write, deps: Deps): RetentionStore {
  const { files, between, folder } = deps;
  const settings = settingStore(nounDatabase(connections, write));
  const acts = prepare<RetentionAct>(connections.reader, selectActs);
  return {
    limits: async () => limitsFrom(await settings.get(retentionSetting)),
    setLimits: (limits) => settings.set(retentionSetting, JSON.stringify(limits)),
    besides: async () => ({
      main: fileBytes(mainFile(folder)),
      artifacts: fileBytes(join(folder, "artifacts.db")),
    }),
    // A day's file is created by its first row.
    prepare: async () => undefined,
    ...dayMeasures(connections, write, deps),
    ...dayDrops(connections.writer, write, deps),
    thinEvents: thinEvents(connections.writer, files, between),
    emptyDay: (projectId, day) =>
      between(() => {
        const file = files.open(day);
        return file !== undefined && !emptyDay(file.database, projectId);
      }),
    reclaim: reclaimSpace(connections.writer, write, folder),
    evictCounters: evictCounters(connections.writer, write),
    acts: async (limit) => acts.all(limit).map((row) => ({ ...row })),
  };
}
