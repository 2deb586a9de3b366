import type { ProjectId } from "#server/domain/ids.ts";
import type { Operation } from "#server/domain/rollup/operation.ts";
import { mostNames, operationNames, pageNames } from "#server/storage/rollups/names.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";

type NamedTable = "operations" | "vital_pages";
const columns = {
  operations: "service, kind, route, method",
  vital_pages: "service, route",
} as const;
const widths = { operations: 4, vital_pages: 2 } as const;

type NameRow = { id: number; name: string[] };

// Names are lists of strings, and in SQL all inner lists must have the same length, so each column
// is separate.
const unnested = (table: NamedTable) =>
  `unnest(${Array.from({ length: widths[table] }, (_, at) => `$${at + 2}::text[]`).join(", ")}) AS wanted(${columns[table]})`;
const find = (table: NamedTable) =>
  `SELECT n.id, ARRAY[${columns[table].replaceAll(/\w+/g, "n.$&")}] AS name FROM ${unnested(table)}
   JOIN ${table} n USING (${columns[table]}) WHERE n.project_id = $1`;
const make = (table: NamedTable) =>
  `INSERT INTO ${table} (project_id, ${columns[table]}) SELECT $1, ${columns[table]} FROM ${unnested(table)}
   RETURNING id, ARRAY[${columns[table]}] AS name`;
const count = (table: NamedTable) => `SELECT count(*) AS count FROM ${table} WHERE project_id = $1`;

/**
 * The row of each operation by `keyOf` its name, created if missing. Above 5,000 per project, its
 * route becomes "(other)".
 */
export const operationIds = (
  query: Query,
  projectId: ProjectId,
  operations: Operation[],
): Promise<Ids<Operation>> => idsOf(query, "operations", projectId, operations, operationNames);

/** The same for pages with vitals. */
export const pageIds = (
  query: Query,
  projectId: ProjectId,
  pages: VitalPage[],
): Promise<Ids<VitalPage>> => idsOf(query, "vital_pages", projectId, pages, pageNames);

type VitalPage = { service: string; route: string };
type Ids<Thing> = (thing: Thing) => number;

/** Use in a transaction that holds the project, so that no one else creates names. */
async function idsOf<Thing>(
  query: Query,
  table: NamedTable,
  projectId: ProjectId,
  things: Thing[],
  namesOf: (thing: Thing) => string[][],
): Promise<Ids<Thing>> {
  const wanted = [
    ...new Map(things.map((thing) => [keyOf(namesOf(thing)[0]!), namesOf(thing)])).values(),
  ];
  const candidates = [...new Map(wanted.flat().map((name) => [keyOf(name), name])).values()];
  const found = await query<NameRow>(find(table), projectId, ...columnsOf(candidates));
  const ids = new Map(found.map(({ id, name }) => [keyOf(name), id]));
  const isMissing = wanted.some(([first]) => !ids.has(keyOf(first!)));
  const choice = isMissing
    ? choose(wanted, ids, await countOf(query, table, projectId))
    : chosenFirst(wanted);
  const fresh = [...new Set(choice.values())].filter((key) => !ids.has(key));
  if (fresh.length > 0) {
    const names = new Map(candidates.map((name) => [keyOf(name), name]));
    const rows = fresh.map((key) => names.get(key)!);
    for (const { id, name } of await query<NameRow>(make(table), projectId, ...columnsOf(rows)))
      ids.set(keyOf(name), id);
  }
  return (thing) => ids.get(choice.get(keyOf(namesOf(thing)[0]!))!)!;
}

const chosenFirst = (wanted: string[][][]) =>
  new Map(wanted.map(([first]) => [keyOf(first!), keyOf(first!)]));

/** Which of its names each uses: the first that exists or has room. */
function choose(
  wanted: string[][][],
  ids: ReadonlyMap<string, number>,
  full: number,
): Map<string, string> {
  const taken = new Set(ids.keys());
  let number = full;
  const takes = (name: string[], index: number) => {
    const key = keyOf(name);
    if (taken.has(key)) return true;
    if (number >= mostNames[index]!) return false;
    taken.add(key);
    number += 1;
    return true;
  };
  return new Map(wanted.map((names) => [keyOf(names[0]!), keyOf(names.find(takes)!)]));
}

async function countOf(query: Query, table: NamedTable, projectId: ProjectId): Promise<number> {
  const [row] = await query<{ count: number }>(count(table), projectId);
  return row!.count;
}

const keyOf = (name: string[]) => storedText(name.join("\n"));

type ReleaseRow = { id: number; version: string };

const findReleases =
  "SELECT id, version FROM rollup_releases WHERE project_id = $1 AND version = ANY($2::text[])";
// Rollups and vitals of a batch are written at the same time and may both lack a release; the
// second finds the first's row.
const makeReleases = `INSERT INTO rollup_releases (project_id, version) SELECT $1, unnest($2::text[])
  ON CONFLICT (project_id, version) DO UPDATE SET version = excluded.version RETURNING id, version`;

/** The row of a release by version ("" if spans have none), created if missing. */
export async function releaseIds(
  query: Query,
  projectId: ProjectId,
  versions: string[],
): Promise<Ids<string>> {
  const wanted = [...new Set(versions.map(storedText))];
  const found = await query<ReleaseRow>(findReleases, projectId, wanted);
  const ids = new Map(found.map(({ id, version }) => [version, id]));
  const missing = wanted.filter((version) => !ids.has(version));
  if (missing.length > 0) {
    const made = await query<ReleaseRow>(makeReleases, projectId, missing);
    for (const { id, version } of made) ids.set(version, id);
  }
  return (version) => ids.get(storedText(version))!;
}
