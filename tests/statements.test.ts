import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { postgresSchema, splitBy } from "#server/storage/tables.ts";

/**
 * Checks that SQL for PostgreSQL also runs on a cluster (Citus) where none is available: a
 * statement on a distributed table names its key, and nothing is used that the extension refuses.
 * Reads texts from files with constants of the same file inserted.
 */
const storage = fileURLToPath(new URL("../server/storage/", import.meta.url));

/** Folders of the engine and of nouns: shared SQL, or SQL of this engine. */
const folders = readdirSync(storage, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["layout", "sqlite"].includes(entry.name))
  .map((entry) => entry.name);

/** Statements over all projects, with the reason: rare or small. Named by file and table. */
const overAll: { [statement: string]: string } = {
  "alerts/alerts.ts release_sightings":
    "the log of new releases, which everybody follows, is one for all projects",
};

/** Files whose statements all span projects. */
const filesOverAll: { [file: string]: string } = {
  "retention/day-measure.postgres.ts":
    "what a day takes is measured over all that is in it, once a while",
  "retention/event-thin.postgres.ts": "a day is thinned over all that is in it, once",
};

/** Built by a function that adds the key. */
const pieces = [
  "discussion/comments.ts comments",
  "discussion/subscriptions.ts subscriptions",
  "grouping/event-moves.ts event_moves",
  "grouping/event-moves.ts events",
  "grouping/moved-counts.ts events",
  "grouping/split-end.ts events",
  "names/freed.ts issue_environments",
  "names/freed.ts issue_tag_keys",
  "names/freed.ts issue_tags",
  "projects/overviews.ts issue_counts",
  "projects/overviews.ts project_hours",
  "tags/reads.ts issue_tag_keys",
  "tags/reads.ts issue_tags",
  "tags/terms.postgres.ts tag_terms",
];

type Statement = { file: string; text: string };

const texts = folders.flatMap((each) =>
  readdirSync(join(storage, each))
    .filter((name) => name.endsWith(".ts") && !/\.(?:test|sqlite)\.ts$/.test(name))
    .map((name) => ({
      file: `${each}/${name}`,
      text: withoutComments(readFileSync(join(storage, each, name), "utf8")),
    })),
);
const insertedIn = (text: string) => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
const insertedAnywhere = new Set(texts.flatMap(({ text }) => insertedIn(text)));
const constants = constantsIn(texts.map((each) => each.text).join("\n"));
const statements = texts.flatMap(statementsIn);
const keyOf = new Map<string, string>([
  ...splitBy("project_id").map((table) => [table, "project_id"] as const),
  ...splitBy("lane").map((table) => [table, "lane"] as const),
]);

test("a statement on a distributed table names its distribution key", () => {
  expect(statements.length, "statements are found at all").toBeGreaterThan(400);
  const offenders = statements.flatMap((statement) =>
    tablesIn(statement.text)
      .filter((table) => keyOf.has(table) && !namesKey(statement.text, table, keyOf.get(table)!))
      .map((table) => `${statement.file} ${table}`),
  );
  expect(
    [...new Set(offenders)]
      .filter(
        (each) =>
          !(each in overAll) &&
          !pieces.includes(each) &&
          !Object.hasOwn(filesOverAll, each.split(" ")[0]!),
      )
      .toSorted(),
  ).toEqual([]);
  expect(
    Object.keys(overAll).filter((each) => !offenders.includes(each)),
    "no exception outlives its statement",
  ).toEqual([]);
});

test("statements use nothing that a cluster refuses", () => {
  const refused =
    /\bMERGE INTO\b|\bWITH RECURSIVE\b|\bGROUPING SETS\b|\bDETACH PARTITION\b|\bnow\(\)|\bCURRENT_TIMESTAMP\b|\bLISTEN\b|\bNOTIFY\b/;
  expect(statements.filter(({ text }) => refused.test(text)).map(nameOf)).toEqual([]);
  const locking = statements.filter(({ text }) => /\bFOR (?:NO KEY )?UPDATE\b/.test(text));
  const onSplit = locking.filter(({ text }) => tablesIn(text).some((table) => keyOf.has(table)));
  expect(
    onSplit.filter(({ text }) => !/\b(?:project_id|lane) = \$/.test(text)).map(nameOf),
    "one key a lock",
  ).toEqual([]);
});

test("keys of distributed tables include the distribution key and reference no other shard", () => {
  const schema = postgresSchema;
  expect(schema).not.toMatch(/\b(?:big)?serial\b|CREATE (?:OR REPLACE )?(?:TRIGGER|FUNCTION)/i);
  const tables = [...schema.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g)];
  expect(tables.length).toBeGreaterThan(60);
  for (const [, table, body] of tables) {
    const key = keyOf.get(table!);
    const targets = [...body!.matchAll(/REFERENCES (\w+)/g)].map(([, target]) =>
      keyOf.get(target!),
    );
    expect(
      targets.every((target) => target === key),
      `${table} points at its own kind`,
    ).toBe(true);
    if (!key) continue;
    const keys = [...body!.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]*)\)/g)].map(([, columns]) =>
      columns!.split(", "),
    );
    for (const columns of keys) expect(columns, table).toContain(key);
    const ofOne = [...body!.matchAll(/^ +(\w+) .*(?:PRIMARY KEY|UNIQUE),?$/gm)].map(
      ([, column]) => column,
    );
    for (const column of ofOne) expect(column, table).toBe(key);
  }
  const indexes = [...schema.matchAll(/CREATE UNIQUE INDEX \w+\s+ON (\w+) \(([^;]*);/g)];
  for (const [, table, columns] of indexes)
    if (keyOf.has(table!)) expect(columns, table).toContain(keyOf.get(table!));
});

const nameOf = ({ file, text }: Statement) => `${file}: ${text.trim().split("\n")[0]}`;

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

/** Text constants by file and name; exported ones are inserted into others. */
function constantsIn(text: string): Map<string, string> {
  const found = [...text.matchAll(/const (\w+)(?:: string)? =\s*(?:sql)?(`[^`]*`|"[^"\n]*")/g)];
  return new Map(found.map(([, name, value]) => [name!, value!.slice(1, -1)]));
}

/** Complete statements; prefixes of others are checked there. */
function statementsIn({ file, text }: Statement): Statement[] {
  const mine = constantsIn(text);
  const whole = (part: string, depth = 0): string =>
    part.replaceAll(/\$\{(\w+)\}/g, (mark, name: string) => {
      const value = mine.get(name) ?? constants.get(name);
      return value === undefined || depth > 5 ? mark : whole(value, depth + 1);
    });
  const exported = [...text.matchAll(/export const (\w+)/g)].map(([, name]) => name!);
  const elsewhere = exported.filter((name) => insertedAnywhere.has(name));
  const beginnings = new Set([...insertedIn(text), ...elsewhere]);
  const isBeginning = (part: string) =>
    [...mine].some(([name, value]) => value === part && beginnings.has(name));
  return [...text.matchAll(/`([^`]*)`|"([^"\n]*)"/g)]
    .map(([, long, short]) => long ?? short!)
    .filter((part) => !isBeginning(part))
    .map((part) => ({ file, text: whole(part) }))
    .filter((each) => /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(each.text));
}

function tablesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(\w+)/g)].map(
    ([, table]) => table!,
  );
}

/**
 * Inserted rows contain the key; others are selected by it or by a parameter inserted into the
 * text.
 */
function namesKey(text: string, table: string, key: string): boolean {
  // Data of an issue is selected with fragments that add the key (issues/of-issue.ts).
  if (/\$\{ofIssues?\(/.test(text)) return true;
  if (new RegExp(`INTO ${table} \\([^)]*\\b${key}\\b`).test(text)) return true;
  return new RegExp(`\\b${key} = (?:\\$|ANY\\(\\$)`).test(text);
}
