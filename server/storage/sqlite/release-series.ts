import type { DatabaseSync } from "node:sqlite";
import { hourMs } from "#server/domain/time.ts";
import { crashesByVersion, type CrashRow } from "#server/storage/layout/crash-series.ts";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import { prepare } from "./statement.ts";

type Row = { step: number; sessions: number; crashed: number; ofAll: number };

// Numbers are bound as reals: only the cast makes whole steps of them.
const select = `SELECT CAST((hour - ?2) / ?4 AS INTEGER) AS step, sum(sessions) AS ofAll,
  sum(CASE WHEN ?5 IS NULL OR version = ?5 THEN sessions ELSE 0 END) AS sessions,
  sum(CASE WHEN ?5 IS NULL OR version = ?5 THEN crashed ELSE 0 END) AS crashed
  FROM release_hours WHERE project_id = ?1 AND hour >= ?2 AND hour < ?3 AND (?6 IS NULL OR environment = ?6)
  GROUP BY step`;

const selectCrashes = `SELECT version, CAST((hour - ?2) / ?4 AS INTEGER) AS step, sum(crashed) AS crashed
  FROM release_hours WHERE project_id = ?1 AND hour >= ?2 AND hour < ?3 AND crashed > 0
    AND version IN (SELECT value FROM json_each(?5)) AND (?6 IS NULL OR environment = ?6)
  GROUP BY version, step`;

export function releaseSeries(reader: DatabaseSync): Pick<ReleaseStore, "healthSeries" | "crashSeries"> {
  const steps = prepare<Row>(reader, select);
  const crashes = prepare<CrashRow>(reader, selectCrashes);
  return {
    async healthSeries({ projectId, version = null, environment = null, since, until }, stepMs) {
      const from = Math.floor(since / hourMs) * hourMs;
      const rows = steps.all(projectId, from, until, stepMs, version, environment);
      const byStep = new Map(rows.map((row) => [row.step, row]));
      return Array.from({ length: Math.ceil((until - from) / stepMs) }, (_, step) => {
        const { sessions = 0, crashed = 0, ofAll = 0 } = byStep.get(step) ?? {};
        return { at: from + step * stepMs, sessions, crashed, ofAll };
      });
    },

    async crashSeries({ projectId, versions, environment = null, since, until }, stepMs) {
      const from = Math.floor(since / hourMs) * hourMs;
      const rows = crashes.all(projectId, from, until, stepMs, JSON.stringify(versions), environment);
      return crashesByVersion(rows, Math.ceil((until - from) / stepMs));
    },
  };
}
