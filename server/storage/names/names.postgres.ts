import type { AskedNames, TakenNames } from "#server/storage/names/name-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";

type NameRow = { name: string; last_on: number };

const touch = `UPDATE names n SET last_on = greatest(n.last_on, c.day) FROM unnest($3::text[], $4::bigint[]) AS c(name, day)
  WHERE n.project_id = $1 AND n.dimension = $2 AND n.name = c.name RETURNING n.name`;
const insert = `INSERT INTO names (project_id, dimension, name, first_on, last_on)
  SELECT $1, $2, name, day, day FROM unnest($3::text[], $4::bigint[]) AS c(name, day)`;
const countAll = "SELECT count(*) AS count FROM names WHERE project_id = $1 AND dimension = $2";
const selectAll = "SELECT name, last_on FROM names WHERE project_id = $1 AND dimension = $2";

/** Use in a transaction that holds the projects. */
export const takeNames = (query: Query, asked: AskedNames[]): Promise<TakenNames[]> =>
  Promise.all(asked.map((each) => takeOf(query, each)));

async function takeOf(
  query: Query,
  { projectId, dimension, names, most }: AskedNames,
): Promise<TakenNames> {
  // As stored by the database: two names may be equal there.
  const days = new Map([...names].map(([name, day]) => [storedText(name), day]));
  const of = [projectId, dimension] as const;
  const seen = await query<{ name: string }>(touch, ...of, [...days.keys()], [...days.values()]);
  const known = new Set(seen.map(({ name }) => name));
  const unknown = [...days].filter(([name]) => !known.has(name));
  if (unknown.length === 0) return { taken: new Set(names.keys()) };
  const [counted] = await query<{ count: number }>(countAll, ...of);
  const room = Math.max(0, most - counted!.count);
  const added = unknown.slice(0, room);
  if (added.length > 0)
    await query(
      insert,
      ...of,
      added.map(([name]) => name),
      added.map(([, day]) => day),
    );
  const refused = new Set(unknown.slice(room).map(([name]) => name));
  const taken = new Set([...names.keys()].filter((name) => !refused.has(storedText(name))));
  if (refused.size === 0) return { taken };
  const all = await query<NameRow>(selectAll, ...of);
  return { taken, all: new Map(all.map(({ name, last_on }) => [name, last_on])) };
}
