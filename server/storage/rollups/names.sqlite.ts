import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Operation } from "#server/domain/rollup/operation.ts";
import { mostNames, operationNames, pageNames } from "#server/storage/rollups/names.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** For one batch, which counts a project's names once. */
type Ensure<Name> = () => (projectId: ProjectId, name: Name) => number;

/**
 * Finds or creates the operation's row. Above 5,000 per project, its route becomes "(other)", and
 * nothing is lost.
 */
export function ensureOperation(writer: DatabaseSync): Ensure<Operation> {
  const ensure = ensureNamed(writer, "operations", "service, kind, route, method");
  return () => {
    const idOf = ensure();
    return (projectId, operation) => idOf(projectId, operationNames(operation));
  };
}

/** The same for pages with vitals. */
export function ensureVitalPage(writer: DatabaseSync): Ensure<{ service: string; route: string }> {
  const ensure = ensureNamed(writer, "vital_pages", "service, route");
  return () => {
    const idOf = ensure();
    return (projectId, page) => idOf(projectId, pageNames(page));
  };
}

/** The row of a release by version; "" if spans have none. */
export function ensureRollupRelease(
  writer: DatabaseSync,
): (projectId: ProjectId, version: string) => number {
  const find = prepare<{ id: number }>(
    writer,
    "SELECT id FROM rollup_releases WHERE project_id = ? AND version = ?",
  );
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO rollup_releases (project_id, version) VALUES (?, ?) RETURNING id",
  );
  return (projectId, version) =>
    find.get(projectId, version)?.id ?? insert.get(projectId, version)!.id;
}

/** The row of the first name that exists or has room; the last one always has. */
function ensureNamed(
  writer: DatabaseSync,
  table: "operations" | "vital_pages",
  columns: string,
): Ensure<string[][]> {
  const marks = columns.replaceAll(/\w+/g, "?");
  const find = prepare<{ id: number }>(
    writer,
    `SELECT id FROM ${table} WHERE project_id = ? AND (${columns}) = (${marks})`,
  );
  const insert = prepare<{ id: number }>(
    writer,
    `INSERT INTO ${table} (project_id, ${columns}) VALUES (?, ${marks}) RETURNING id`,
  );
  const count = prepare<{ count: number }>(
    writer,
    `SELECT count(*) AS count FROM ${table} WHERE project_id = ?`,
  );

  return () => {
    const counts = new Map<ProjectId, number>();
    return (projectId, names) => {
      for (const [index, name] of names.entries()) {
        const known = find.get(projectId, ...name);
        if (known) return known.id;
        const full = counts.get(projectId) ?? count.get(projectId)!.count;
        counts.set(projectId, full);
        if (full >= mostNames[index]!) continue;
        counts.set(projectId, full + 1);
        return insert.get(projectId, ...name)!.id;
      }
      throw new Error("The last name always has room.");
    };
  };
}
