import { hourMs } from "#server/domain/time.ts";
import { crashesByVersion, type CrashRow } from "#server/storage/layout/crash-series.ts";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import type { Query } from "./database.ts";

type Row = { step: number; sessions: number; crashed: number; of_all: number };

const select = `SELECT (hour - $2) / $4 AS step, sum(sessions) AS of_all,
  coalesce(sum(sessions) FILTER (WHERE $5::text IS NULL OR version = $5), 0) AS sessions,
  coalesce(sum(crashed) FILTER (WHERE $5::text IS NULL OR version = $5), 0) AS crashed
  FROM release_hours WHERE project_id = $1 AND hour >= $2 AND hour < $3 AND ($6::text IS NULL OR environment = $6)
  GROUP BY 1`;

const selectCrashes = `SELECT version, (hour - $2) / $4 AS step, sum(crashed) AS crashed
  FROM release_hours WHERE project_id = $1 AND hour >= $2 AND hour < $3 AND crashed > 0
    AND version = ANY($5::text[]) AND ($6::text IS NULL OR environment = $6)
  GROUP BY 1, 2`;

export function releaseSeries(query: Query): Pick<ReleaseStore, "healthSeries" | "crashSeries"> {
  return {
    async healthSeries({ projectId, version = null, environment = null, since, until }, stepMs) {
      const from = Math.floor(since / hourMs) * hourMs;
      const rows = await query<Row>(select, projectId, from, until, stepMs, version, environment);
      const byStep = new Map(rows.map((row) => [row.step, row]));
      return Array.from({ length: Math.ceil((until - from) / stepMs) }, (_, step) => {
        const { sessions = 0, crashed = 0, of_all: ofAll = 0 } = byStep.get(step) ?? {};
        return { at: from + step * stepMs, sessions, crashed, ofAll };
      });
    },

    async crashSeries({ projectId, versions, environment = null, since, until }, stepMs) {
      const from = Math.floor(since / hourMs) * hourMs;
      const rows = await query<CrashRow>(selectCrashes, projectId, from, until, stepMs, versions, environment);
      return crashesByVersion(rows, Math.ceil((until - from) / stepMs));
    },
  };
}
