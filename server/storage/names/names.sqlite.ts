import type { DatabaseSync } from "node:sqlite";
import type { AskedNames, TakenNames } from "#server/storage/names/name-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type NameRow = { name: string; last_on: number };

const ofDimension = "project_id = ?1 AND dimension = ?2";
const touch = `UPDATE names SET last_on = max(last_on, ?4) WHERE ${ofDimension} AND name = ?3`;
const insert =
  "INSERT INTO names (project_id, dimension, name, first_on, last_on) VALUES (?1, ?2, ?3, ?4, ?4)";

/** Use in a transaction. One statement per name: `save.sqlite.ts` of the digest has the measurement. */
export function takeNames(writer: DatabaseSync): (asked: AskedNames[]) => TakenNames[] {
  const see = prepare(writer, touch);
  const add = prepare(writer, insert);
  const count = prepare<{ count: number }>(
    writer,
    `SELECT count(*) AS count FROM names WHERE ${ofDimension}`,
  );
  const select = prepare<NameRow>(writer, `SELECT name, last_on FROM names WHERE ${ofDimension}`);

  return (asked) =>
    asked.map(({ projectId, dimension, names, most }) => {
      const unknown = [...names].filter(
        ([name, day]) => see.run(projectId, dimension, name, day) === 0,
      );
      const room =
        unknown.length === 0 ? 0 : Math.max(0, most - count.get(projectId, dimension)!.count);
      for (const [name, day] of unknown.slice(0, room)) add.run(projectId, dimension, name, day);
      const refused = new Set(unknown.slice(room).map(([name]) => name));
      const taken = new Set([...names.keys()].filter((name) => !refused.has(name)));
      if (refused.size === 0) return { taken };
      return {
        taken,
        all: new Map(select.all(projectId, dimension).map(({ name, last_on }) => [name, last_on])),
      };
    });
}
