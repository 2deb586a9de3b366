import { limitsFrom, retentionSetting } from "#server/domain/retention/limits.ts";
import type { RetentionAct, RetentionStore } from "#server/storage/retention-store.ts";
import type { Database } from "./database.ts";
import { dayDrops } from "./day-drop.ts";
import { dayMeasures, forgetMeasure } from "./day-measure.ts";
import { dayOf, type Days } from "./days.ts";
import { emptyDay } from "./empty-day.ts";
import { thinEvents } from "./event-thin.ts";
import { evictCounters } from "./old-counters.ts";
import { reclaimSpace } from "./reclaim.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { nounDatabase } from "./noun-database.ts";
import { sizesBesides } from "./sizes.ts";
import { holding } from "./writers.ts";

const selectActs = `SELECT at, kind, day, bytes, events, traces FROM retention_acts WHERE ended_at IS NOT NULL
  ORDER BY id DESC LIMIT $1`;

export function retentionStore(database: Database, days: Days): RetentionStore {
  const { query } = database;
  const settings = settingStore(nounDatabase(database));
  const thin = thinEvents(database);
  const { reclaim, loosen } = reclaimSpace(database);
  return {
    limits: async () => limitsFrom(await settings.get(retentionSetting)),
    setLimits: (limits) => settings.set(retentionSetting, JSON.stringify(limits)),
    besides: () => sizesBesides(query),
    prepare: (now) => days.prepare(dayOf(now)),
    ...dayMeasures(database),
    ...dayDrops(database, days),
    thinEvents(day, share, now) {
      loosen(day);
      return thin(day, share, now);
    },
    emptyDay(projectId, day) {
      loosen(day);
      return holding(database, projectId, async (query) => {
        const isEmptied = await emptyDay(query, projectId, day);
        if (isEmptied) await query(forgetMeasure, day);
        return isEmptied;
      });
    },
    reclaim,
    evictCounters: evictCounters(database),
    acts: async (limit) => (await query<RetentionAct>(selectActs, limit)).map((row) => ({ ...row })),
  };
}
