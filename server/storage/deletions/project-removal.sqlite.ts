import type { DatabaseSync } from "node:sqlite";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";
import type { ProjectRemoval } from "./deletions.ts";
import { emptyDay } from "./empty-day.sqlite.ts";
import { emptyTables } from "./empty-tables.sqlite.ts";

const deleteIssues =
  "DELETE FROM issues WHERE id IN (SELECT id FROM issues WHERE project_id = ? LIMIT ?)";

/** Deletes telemetry from each day's file while the digest waits for the same lock. */
export function projectRemoval(
  writer: DatabaseSync,
  write: Write,
  files: DayFiles,
): ProjectRemoval {
  const issues = prepare(writer, deleteIssues);
  const tables = emptyTables(writer);
  return {
    days: async () => files.days(),
    removeIssues: (projectId, most) => write(() => issues.run(projectId, most)),
    emptyDay: (projectId, day) =>
      write(() => {
        const file = files.open(day);
        return file !== undefined && !emptyDay(file.database, projectId);
      }),
    emptyTables: (projectId) => write(() => tables(projectId)),
  };
}
