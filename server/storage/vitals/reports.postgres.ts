import type { ProjectId } from "#server/domain/ids.ts";
import type { KnownReport, VitalReports } from "#server/storage/vitals/counts.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

type Row = Omit<KnownReport, "hasRoute" | "projectId"> & { hasRoute: number };

const select = `SELECT report_id AS id, vital, value, at, page_id AS "pageId", device, environment_id AS environment,
    release_id AS release, visit, has_route AS "hasRoute"
  FROM vital_reports WHERE project_id = $1 AND (report_id = ANY($2::text[]) OR visit = ANY($3::text[]))`;
const upsert = `INSERT INTO vital_reports (project_id, report_id, vital, value, at, page_id, device, environment_id,
    release_id, visit, has_route)
  SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::float8[], $5::bigint[], $6::bigint[], $7::bigint[],
    $8::bigint[], $9::bigint[], $10::text[], $11::bigint[])
  ON CONFLICT (project_id, report_id, vital) DO UPDATE SET value = excluded.value, at = excluded.at,
    page_id = excluded.page_id, device = excluded.device, environment_id = excluded.environment_id,
    release_id = excluded.release_id, visit = excluded.visit, has_route = excluded.has_route`;

/** Reports that a batch may need, in memory; `changed`: those written. */
type LoadedReports = VitalReports & { changed(): KnownReport[] };

export async function loadReports(
  query: Query,
  projectId: ProjectId,
  fresh: KnownReport[],
): Promise<LoadedReports> {
  const ids = [...new Set(fresh.map(({ id }) => id))];
  const visits = [...new Set(fresh.flatMap(({ visit }) => visit ?? []))];
  const rows = await query<Row>(select, projectId, ids, visits);
  const reports = new Map<string, KnownReport>();
  for (const row of rows)
    reports.set(keyOf(row), { ...row, projectId, hasRoute: row.hasRoute === 1 });
  const changed = new Map<string, KnownReport>();
  const ofVisit = (visit: string, hasRoute: boolean) =>
    [...reports.values()].filter((each) => each.visit === visit && each.hasRoute === hasRoute);
  return {
    find: (_, id, vital) => reports.get(keyOf({ id, vital })),
    put(report) {
      reports.set(keyOf(report), report);
      changed.set(keyOf(report), report);
    },
    pageOf: (_, visit) => ofVisit(visit, true)[0]?.pageId,
    waiting: (_, visit) => ofVisit(visit, false),
    changed: () => [...changed.values()],
  };
}

export async function writeReports(
  query: Query,
  projectId: ProjectId,
  reports: KnownReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map((report) => {
    const { id, vital, value, at, pageId, device, environment, release, visit, hasRoute } = report;
    return [id, vital, value, at, pageId, device, environment, release, visit, Number(hasRoute)];
  });
  await query(upsert, projectId, ...columnsOf(rows));
}

const keyOf = ({ id, vital }: Pick<KnownReport, "id" | "vital">) => `${vital}:${id}`;
