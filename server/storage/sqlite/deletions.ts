import type { ProjectId } from "#server/domain/ids.ts";
import type { DeletionStore } from "#server/storage/projects/project-store.ts";
import { deletionColumns, deletionOf, type DeletionRow } from "#server/storage/layout/deletion-row.ts";
import type { Connections } from "./connections.ts";
import type { DayFiles } from "./day-files.ts";
import { emptyDay } from "./empty-day.ts";
import { emptyTables } from "./empty-tables.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const select = `SELECT ${deletionColumns} FROM deletions`;
const insert = `INSERT INTO deletions (project, slug, name, asked_by, started_at, total)
  SELECT id, slug, name, ?2, ?3, ?4 + (SELECT count(*) FROM issues WHERE project_id = ?1)
  FROM projects WHERE id = ?1 AND deleting_at IS NULL`;
// No slug can begin with a tilde (domain/form/fields.ts).
const hide = "UPDATE projects SET deleting_at = ?2, slug = '~' || id WHERE id = ?1";

/** An issue takes its tags, hours, users and activities along. */
const issuesPerSlice = 20;
const deleteIssues = `DELETE FROM issues WHERE id IN (SELECT id FROM issues WHERE project_id = ? LIMIT ${issuesPerSlice})`;

/** A project goes in slices: its issues, then its telemetry day by day, then every other row that names it. */
export function deletionStore({ reader, writer }: Connections, write: Write, files: DayFiles): DeletionStore {
  const begin = prepare(writer, insert);
  const hideProject = prepare(writer, hide);
  const now = prepare<DeletionRow>(writer, `${select} WHERE project = ?`);
  const one = prepare<DeletionRow>(reader, `${select} WHERE project = ?`);
  const open = prepare<DeletionRow>(reader, `${select} WHERE ended_at IS NULL ORDER BY started_at, project`);
  const issues = prepare(writer, deleteIssues);
  const progress = prepare(writer, "UPDATE deletions SET done = min(total, done + ?), day = ? WHERE project = ?");
  const end = prepare(writer, "UPDATE deletions SET done = total, ended_at = ? WHERE project = ?");
  const forget = prepare(writer, "UPDATE projects SET name = '', settings = '{}' WHERE id = ?");
  const tables = emptyTables(writer);

  function advance({ project, day, ended_at }: DeletionRow, at: number): void {
    if (ended_at !== null) return;
    const gone = issues.run(project);
    if (gone > 0) return void progress.run(gone, day, project);
    const next = files.days().find((each) => day === null || each < day);
    if (next !== undefined) {
      const file = files.open(next);
      if (!file || emptyDay(file.database, project as ProjectId)) progress.run(1, next, project);
      return;
    }
    if (tables(project as ProjectId)) return;
    forget.run(project);
    end.run(at, project);
  }

  return {
    begin: (projectId, { by, at }) =>
      write(() => {
        if (begin.run(projectId, by ?? null, at, files.days().length) === 0) return undefined;
        hideProject.run(projectId, at);
        return deletionOf(now.get(projectId)!);
      }),
    async find(projectId) {
      const row = one.get(projectId);
      return row && deletionOf(row);
    },
    underWay: async () => open.all().map(deletionOf),
    advance: (projectId, at) =>
      write(() => {
        advance(now.get(projectId)!, at);
        return deletionOf(now.get(projectId)!);
      }),
  };
}
