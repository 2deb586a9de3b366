import type { DatabaseSync } from "node:sqlite";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

// A project's rows lie by time; without the project there would be nothing to seek by.
const hours = "DELETE FROM release_hours WHERE project_id = ? AND hour < ?";
const users = "DELETE FROM release_users WHERE project_id = ? AND day < ?";

export function evictHealth(writer: DatabaseSync, write: Write): ReleaseStore["evictHealth"] {
  const projects = prepare<{ id: number }>(writer, "SELECT id FROM projects");
  const deletions = [hours, users].map((sql) => prepare(writer, sql));
  return async (before) => {
    let removed = 0;
    for (const { id } of projects.all()) {
      const gone = await write(() => deletions.reduce((sum, deletion) => sum + deletion.run(id, before), 0));
      removed += gone;
    }
    return removed;
  };
}
