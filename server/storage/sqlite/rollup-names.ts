import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Operation } from "#server/domain/rollup/operation.ts";
import { prepare } from "./statement.ts";

/** Operations, and pages with vitals, told apart in one project; the next ones share a row. */
const mostNames = 5_000;
/** Where even services are invented: beyond this those share a row too. */
const mostNamesWithServices = 5_500;
export const otherName = "(other)";

type EnsureOperation = (projectId: ProjectId, operation: Operation) => number;

/** Finds the operation's row or makes it. Beyond 5,000 a project its route becomes "(other)": nothing is lost. */
export function ensureOperation(writer: DatabaseSync): EnsureOperation {
  const find = prepare<{ id: number }>(
    writer,
    "SELECT id FROM operations WHERE project_id = ? AND service = ? AND kind = ? AND route = ?",
  );
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO operations (project_id, service, kind, route) VALUES (?, ?, ?, ?) RETURNING id",
  );
  const room = roomIn(writer, "operations");
  return (projectId, { service, kind, route }) =>
    firstWithRoom(namesOf(service, route), (name, most) => {
      const values = [projectId, name.service, kind, name.route] as const;
      return find.get(...values)?.id ?? (room(projectId, most) ? insert.get(...values)!.id : undefined);
    });
}

/** The same for pages with vitals. */
export function ensureVitalPage(
  writer: DatabaseSync,
): (projectId: ProjectId, page: { service: string; route: string }) => number {
  const find = prepare<{ id: number }>(
    writer,
    "SELECT id FROM vital_pages WHERE project_id = ? AND service = ? AND route = ?",
  );
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO vital_pages (project_id, service, route) VALUES (?, ?, ?) RETURNING id",
  );
  const room = roomIn(writer, "vital_pages");
  return (projectId, { service, route }) =>
    firstWithRoom(namesOf(service, route), (name, most) => {
      const values = [projectId, name.service, name.route] as const;
      return find.get(...values)?.id ?? (room(projectId, most) ? insert.get(...values)!.id : undefined);
    });
}

/** The row of a release by its version, "" where spans name none. */
export function ensureRollupRelease(writer: DatabaseSync): (projectId: ProjectId, version: string) => number {
  const find = prepare<{ id: number }>(writer, "SELECT id FROM rollup_releases WHERE project_id = ? AND version = ?");
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO rollup_releases (project_id, version) VALUES (?, ?) RETURNING id",
  );
  return (projectId, version) => find.get(projectId, version)?.id ?? insert.get(projectId, version)!.id;
}

/** Names of releases by their rows; 0 stands for those of a bucket that had too many. */
export function releaseNames(reader: DatabaseSync): (id: number) => string {
  const select = prepare<{ version: string }>(reader, "SELECT version FROM rollup_releases WHERE id = ?");
  return (id) => select.get(id)?.version ?? otherName;
}

type Name = { service: string; route: string };

const namesOf = (service: string, route: string): [Name, number][] => [
  [{ service, route }, mostNames],
  [{ service, route: otherName }, mostNamesWithServices],
  [{ service: otherName, route: otherName }, Infinity],
];

function firstWithRoom(names: [Name, number][], idOf: (name: Name, most: number) => number | undefined): number {
  for (const [name, most] of names) {
    const id = idOf(name, most);
    if (id !== undefined) return id;
  }
  throw new Error("The last name always has room.");
}

function roomIn(writer: DatabaseSync, table: "operations" | "vital_pages") {
  const count = prepare<{ count: number }>(writer, `SELECT count(*) AS count FROM ${table} WHERE project_id = ?`);
  return (projectId: ProjectId, most: number) => most === Infinity || count.get(projectId)!.count < most;
}
