import { limitsFrom, retentionSetting } from "#server/domain/retention/limits.ts";
import type { RetentionAct, RetentionStore } from "#server/storage/retention/retention-store.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { dayDrops } from "./day-drop.postgres.ts";
import { dayMeasures, forgetMeasure } from "./day-measure.postgres.ts";
import { dayOf, type Days } from "#server/storage/postgres/days.ts";
import { emptyDay } from "#server/storage/deletions/empty-day.postgres.ts";
import { thinEvents } from "./event-thin.postgres.ts";
import { evictCounters } from "./old-counters.postgres.ts";
import { reclaimSpace } from "./reclaim.postgres.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { nounDatabase } from "#server/storage/postgres/noun-database.ts";
import { sizesBesides } from "./sizes.postgres.ts";
import { holding } from "#server/storage/postgres/writers.ts";

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
    acts: async (limit) =>
      (await query<RetentionAct>(selectActs, limit)).map((row) => ({ ...row })),
  };
}
