import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";

/** An environment of a project; the empty name means that an event has none. */
type Environment = { projectId: number; name: string };

type Row = { project_id: number; id: number; name: string };

const find =
  "SELECT project_id, id, name FROM environments WHERE project_id = $1 AND name = ANY($2::text[])";
// A row created by another process is returned by a no-op update.
const make = `INSERT INTO environments (project_id, name)
  SELECT project_id, name FROM unnest($1::bigint[], $2::text[]) AS wanted(project_id, name)
  ON CONFLICT (project_id, name) DO UPDATE SET name = excluded.name RETURNING project_id, id, name`;

export const environmentKey = ({ projectId, name }: Environment): string =>
  `${projectId}:${storedText(name)}`;

/** The row of an environment that the project has seen. */
export async function findEnvironment(
  query: Query,
  projectId: number,
  name: string,
): Promise<number | undefined> {
  const [row] = await query<Row>(find, projectId, [name]);
  return row?.id;
}

/** The rows by `environmentKey`, created if missing. */
export async function environmentIds(
  query: Query,
  environments: Environment[],
): Promise<Map<string, number>> {
  const wanted = [...new Map(environments.map((each) => [environmentKey(each), each])).values()];
  const known = await Promise.all(
    [...Map.groupBy(wanted, ({ projectId }) => projectId)].map(([projectId, ofProject]) =>
      query<Row>(
        find,
        projectId,
        ofProject.map(({ name }) => name),
      ),
    ),
  );
  const ids = new Map(known.flat().map(idOf));
  const missing = wanted.filter((each) => !ids.has(environmentKey(each)));
  if (missing.length === 0) return ids;
  const made = await query<Row>(
    make,
    ...columnsOf(missing.map(({ projectId, name }) => [projectId, name])),
  );
  return new Map([...ids, ...made.map(idOf)]);
}

const idOf = ({ project_id, id, name }: Row): [string, number] => [
  environmentKey({ projectId: project_id, name }),
  id,
];
