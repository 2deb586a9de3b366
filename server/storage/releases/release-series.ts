import { hourMs } from "#server/domain/time.ts";
import type { Query } from "#server/storage/database.ts";
import { allOf, byDialect, ifGiven, isAnyText, raw, sql, type Sql } from "#server/storage/sql.ts";
import type { ReleaseStore } from "./release-store.ts";

type Row = { step: number; sessions: number; crashed: number; of_all: number };

/** SQLite binds numbers as REAL; the cast makes whole steps. */
const stepOf = (from: number, stepMs: number): Sql =>
  byDialect(sql`CAST((hour - ${from}) / ${stepMs} AS INTEGER)`, sql`(hour - ${from}) / ${stepMs}`);

const isIn = (environment: string | undefined): Sql =>
  allOf([ifGiven(environment, (environment) => sql`environment = ${environment}`)]);

export function releaseSeries(query: Query): Pick<ReleaseStore, "healthSeries" | "crashSeries"> {
  return {
    async healthSeries({ projectId, version, environment, since, until }, stepMs) {
      const from = Math.floor(since / hourMs) * hourMs;
      const ofVersion = (column: string): Sql =>
        version === undefined
          ? raw(column)
          : sql`CASE WHEN version = ${version} THEN ${raw(column)} ELSE 0 END`;
      const rows =
        await query<Row>(sql`SELECT ${stepOf(from, stepMs)} AS step, sum(sessions) AS of_all,
          sum(${ofVersion("sessions")}) AS sessions, sum(${ofVersion("crashed")}) AS crashed
        FROM release_hours
        WHERE project_id = ${projectId} AND hour >= ${from} AND hour < ${until} AND ${isIn(environment)} GROUP BY 1`);
      const byStep = new Map(rows.map((row) => [row.step, row]));
      return Array.from({ length: Math.ceil((until - from) / stepMs) }, (_, step) => {
        const { sessions = 0, crashed = 0, of_all: ofAll = 0 } = byStep.get(step) ?? {};
        return { at: from + step * stepMs, sessions, crashed, ofAll };
      });
    },

    async crashSeries({ projectId, versions, environment, since, until }, stepMs) {
      const from = Math.floor(since / hourMs) * hourMs;
      const rows =
        await query<CrashRow>(sql`SELECT version, ${stepOf(from, stepMs)} AS step, sum(crashed) AS crashed
        FROM release_hours WHERE project_id = ${projectId} AND hour >= ${from} AND hour < ${until} AND crashed > 0
          AND ${isAnyText(raw("version"), versions)} AND ${isIn(environment)}
        GROUP BY 1, 2`);
      return crashesByVersion(rows, Math.ceil((until - from) / stepMs));
    },
  };
}

type CrashRow = { version: string; step: number; crashed: number };

/** Rows of steps with crashed sessions as one series per release, each of `length` steps. */
function crashesByVersion(rows: CrashRow[], length: number): Map<string, number[]> {
  const series = new Map<string, number[]>();
  for (const { version, step, crashed } of rows) {
    let mine = series.get(version);
    if (!mine) series.set(version, (mine = Array.from({ length }, () => 0)));
    mine[step] = crashed;
  }
  return series;
}
