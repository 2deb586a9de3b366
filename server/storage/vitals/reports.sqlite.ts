import type { DatabaseSync } from "node:sqlite";
import type { KnownReport, VitalReports } from "#server/storage/vitals/counts.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type Row = Omit<KnownReport, "hasRoute"> & { hasRoute: number };

const columns = `project_id AS projectId, report_id AS id, vital, value, at, page_id AS pageId, device,
  environment_id AS environment, release_id AS release, visit, has_route AS hasRoute`;
const ofVisit = "project_id = ? AND visit = ? AND has_route =";

/** Use in a transaction. Reads one report at a time; PostgreSQL loads those of a batch first. */
export function vitalReports(writer: DatabaseSync): VitalReports {
  const find = prepare<Row>(
    writer,
    `SELECT ${columns} FROM vital_reports WHERE project_id = ? AND report_id = ? AND vital = ?`,
  );
  const put = prepare(
    writer,
    "INSERT OR REPLACE INTO vital_reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const page = prepare<{ id: number }>(
    writer,
    `SELECT page_id AS id FROM vital_reports WHERE ${ofVisit} 1 LIMIT 1`,
  );
  const waiting = prepare<Row>(writer, `SELECT ${columns} FROM vital_reports WHERE ${ofVisit} 0`);

  return {
    find(projectId, id, vital) {
      const row = find.get(projectId, id, vital);
      return row && reportOf(row);
    },
    put({
      projectId,
      id,
      vital,
      value,
      at,
      pageId,
      device,
      environment,
      release,
      visit,
      hasRoute,
    }) {
      put.run(
        projectId,
        id,
        vital,
        value,
        at,
        pageId,
        device,
        environment,
        release,
        visit,
        Number(hasRoute),
      );
    },
    pageOf: (projectId, visit) => page.get(projectId, visit)?.id,
    waiting: (projectId, visit) => waiting.all(projectId, visit).map(reportOf),
  };
}

const reportOf = (row: Row): KnownReport => ({ ...row, hasRoute: row.hasRoute === 1 });
