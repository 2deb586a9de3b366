import { join } from "node:path";
import { limitsFrom, retentionSetting } from "#server/domain/retention/limits.ts";
import type { RetentionAct, RetentionStore } from "#server/storage/retention-store.ts";
import { type Connections, mainFile } from "./connections.ts";
import { dayDrops } from "./day-drop.ts";
import type { DayFiles } from "./day-files.ts";
import { dayMeasures } from "./day-measure.ts";
import { emptyDay } from "./empty-day.ts";
import { fileBytes } from "./file-bytes.ts";
import { thinEvents } from "./event-thin.ts";
import { evictCounters } from "./old-counters.ts";
import { reclaimSpace } from "./reclaim.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { nounDatabase } from "./noun-database.ts";
import { prepare } from "./statement.ts";
import type { BetweenBatches } from "./trace-thin.ts";
import type { Write } from "./writing.ts";

type Deps = { folder: string; files: DayFiles; between: BetweenBatches };

const selectActs = `SELECT at, kind, day, bytes, events, traces FROM retention_acts WHERE ended_at IS NOT NULL
  ORDER BY id DESC LIMIT ?`;

export function retentionStore(connections: Connections, write: Write, parts: Deps): RetentionStore {
  const { files, between, folder } = parts;
  const settings = settingStore(nounDatabase(connections, write));
  const acts = prepare<RetentionAct>(connections.reader, selectActs);
  return {
    limits: async () => limitsFrom(await settings.get(retentionSetting)),
    setLimits: (limits) => settings.set(retentionSetting, JSON.stringify(limits)),
    besides: async () => ({
      main: fileBytes(mainFile(folder)),
      artifacts: fileBytes(join(folder, "artifacts.db")),
    }),
    // A file is made by its first row.
    prepare: async () => undefined,
    ...dayMeasures(connections, write, parts),
    ...dayDrops(connections.writer, write, parts),
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
