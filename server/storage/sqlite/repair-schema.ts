import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Chain } from "./migrations/chain.ts";
import { type Column, columnsOf, isSameObject, objectsOf, type SchemaObject } from "./schema-objects.ts";

/**
 * For a file of a version that recorded no migrations: compares its schema with what `chain` makes, and creates what is
 * missing. Such files exist because migrations were edited after they had run: their number is right and a table is not
 * there. Runs inside the caller's transaction. Returns the names of what it created; throws with a sentence for people
 * when more than that differs.
 */
export function repairSchema(database: DatabaseSync, chain: Chain, file: string): string[] {
  using expected = new DatabaseSync(":memory:");
  const rerun = chain.flatMap((sql) => rerunIfMissing(database, expected, sql));
  const present = objectsOf(database);
  const missing = [...objectsOf(expected).values()].flatMap((object) =>
    complete(database, expected, { wanted: object, present: present.get(object.name) }),
  );
  const differing = differences(database, expected);
  if (differing.length > 0) throw new Error(differentSentence(file, chain.length, differing));
  return [...rerun, ...missing];
}

const differentSentence = (file: string, version: number, names: string[]) =>
  `${file} says that it has format ${version}, but ${names.slice(0, 5).join(", ")} ` +
  `${names.length === 1 ? "is" : "are"} not what this version makes: a development version wrote it. Nothing was changed. ` +
  "Start the version that wrote it, write each project out with “spoor export FILE --project SLUG”, and import the files " +
  "into an empty data folder with this version.";

/** A whole migration that the file never had also fills its tables from the rows there are. */
function rerunIfMissing(database: DatabaseSync, expected: DatabaseSync, sql: string): string[] {
  const before = objectsOf(expected);
  expected.exec(sql);
  const made = [...objectsOf(expected).keys()].filter((name) => !before.has(name));
  if (made.length === 0) return [];
  const present = objectsOf(database);
  if (made.some((name) => present.has(name))) return [];
  database.exec("SAVEPOINT rerun");
  try {
    database.exec(sql);
    database.exec("RELEASE rerun");
    return made;
  } catch {
    // Part of it ran before: the rest is created piece by piece.
    database.exec("ROLLBACK TO rerun; RELEASE rerun");
    return [];
  }
}

type Pair = { wanted: SchemaObject; present: SchemaObject | undefined };

function complete(database: DatabaseSync, expected: DatabaseSync, { wanted, present }: Pair): string[] {
  if (!present) return create(database, expected, wanted);
  if (isSameObject(present, wanted)) return [];
  if (wanted.type === "table") return addColumns(database, expected, wanted.name);
  // An index or a trigger holds no data of its own.
  database.exec(`DROP ${present.type} "${present.name}"; ${wanted.sql}`);
  return [wanted.name];
}

/** With the rows that migrations put into it, such as the one row of a counter. */
function create(database: DatabaseSync, expected: DatabaseSync, { type, name, sql }: SchemaObject): string[] {
  database.exec(sql);
  if (type !== "table" || /^CREATE VIRTUAL/i.test(sql)) return [name];
  for (const row of expected.prepare(`SELECT * FROM "${name}"`).all()) {
    const places = Object.keys(row).map(() => "?");
    database.prepare(`INSERT INTO "${name}" VALUES (${places.join()})`).run(...(Object.values(row) as SQLInputValue[]));
  }
  return [name];
}

/** Only at the end, and only those that rows written before can have. */
function addColumns(database: DatabaseSync, expected: DatabaseSync, table: string): string[] {
  const [present, wanted] = [columnsOf(database, table), columnsOf(expected, table)];
  const added = wanted.slice(present.length);
  if (!isSameList(present, wanted.slice(0, present.length)) || !added.every(canBeAdded)) return [];
  for (const column of added) database.exec(`ALTER TABLE "${table}" ADD COLUMN ${definitionOf(column)}`);
  return added.map(({ name }) => `${table}.${name}`);
}

const isSameList = (a: Column[], b: Column[]) => JSON.stringify(a) === JSON.stringify(b);

const canBeAdded = ({ notnull, dflt_value, pk }: Column) => pk === 0 && (notnull === 0 || dflt_value !== null);

const definitionOf = ({ name, type, notnull, dflt_value }: Column) =>
  `"${name}" ${type}${notnull === 1 ? " NOT NULL" : ""}${dflt_value === null ? "" : ` DEFAULT ${dflt_value}`}`;

/** Tables and indexes that only the file has do no harm; a trigger or a unique index might. */
function differences(database: DatabaseSync, expected: DatabaseSync): string[] {
  const [present, wanted] = [objectsOf(database), objectsOf(expected)];
  const unlike = [...wanted.values()].filter(({ name, type }) =>
    type === "table"
      ? !isSameList(columnsOf(database, name), columnsOf(expected, name))
      : !isSameObject(present.get(name)!, wanted.get(name)!),
  );
  const surplus = [...present.values()].filter(
    ({ name, type, sql }) => !wanted.has(name) && (type === "trigger" || /^CREATE UNIQUE/i.test(sql)),
  );
  return [...unlike, ...surplus].map(({ name }) => name);
}
