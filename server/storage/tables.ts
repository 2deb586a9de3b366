import { alertTables } from "./alerts/tables.ts";
import { artifactTables } from "./artifacts/tables.ts";
import { attachmentTables } from "./attachments/tables.ts";
import { bulkTables } from "./bulk/tables.ts";
import { deletionTables } from "./deletions/tables.ts";
import { digestTables } from "./digest/tables.ts";
import { discardTables } from "./discards/tables.ts";
import { discussionTables } from "./discussion/tables.ts";
import { eventTables } from "./events/tables.ts";
import { feedbackTables } from "./feedback/tables.ts";
import { groupingTables } from "./grouping/tables.ts";
import { instanceTables } from "./instance/tables.ts";
import { issueSearchTables } from "./issue-search/tables.ts";
import { issueTables } from "./issues/tables.ts";
import { monitorTables } from "./monitors/tables.ts";
import { nameTables } from "./names/tables.ts";
import { outcomeTables } from "./outcomes/tables.ts";
import { peopleTables } from "./people/tables.ts";
import { processTables } from "./processes/tables.ts";
import { projectTables } from "./projects/tables.ts";
import { releaseTables } from "./releases/tables.ts";
import { retentionTables } from "./retention/tables.ts";
import { rollupTables } from "./rollups/tables.ts";
import { type Dialect, render } from "./sql.ts";
import type { OfIssue, OfUser, Table, Tables } from "./table.ts";
import { tagTables } from "./tags/tables.ts";
import { traceSearchTables } from "./trace-search/tables.ts";
import { traceTables } from "./traces/tables.ts";
import { trafficTables } from "./traffic/tables.ts";
import { vitalTables } from "./vitals/tables.ts";

/**
 * By noun. A project is deleted from the last table to the first, so that its locked row of
 * `writers` is deleted last.
 */
const nouns: readonly Tables[] = [
  digestTables,
  peopleTables,
  projectTables,
  instanceTables,
  processTables,
  deletionTables,
  nameTables,
  outcomeTables,
  releaseTables,
  issueTables,
  issueSearchTables,
  tagTables,
  groupingTables,
  discardTables,
  discussionTables,
  feedbackTables,
  bulkTables,
  rollupTables,
  vitalTables,
  alertTables,
  monitorTables,
  trafficTables,
  retentionTables,
  artifactTables,
  eventTables,
  attachmentTables,
  traceTables,
  traceSearchTables,
];

type NamedTable = Pick<Table, "rows" | "file" | "splitBy" | "isMoved" | "refersTo"> & {
  name: string;
  /** Statements that create it; empty for an engine without such a table. */
  sqlite: string;
  postgres: string;
};

const textOf = ({ make }: Table, dialect: Dialect): string => render(make, dialect).text.trim();

const named = Object.entries(Object.assign({}, ...nouns) as Tables).map(
  ([name, table]): NamedTable => {
    const { rows, file, splitBy, isMoved, refersTo } = table;
    return {
      name,
      rows,
      file,
      splitBy,
      isMoved,
      refersTo,
      sqlite: textOf(table, "sqlite"),
      postgres: textOf(table, "postgres"),
    };
  },
);

/** All tables. A table follows those it references. */
export const tables: readonly NamedTable[] = inOrder(named);

function inOrder(all: NamedTable[]): NamedTable[] {
  const byName = new Map(all.map((table) => [table.name, table]));
  const ordered = new Set<NamedTable>();
  const add = (table: NamedTable) => {
    const targets = `${table.sqlite}${table.postgres}`.matchAll(/REFERENCES (\w+)/g);
    for (const [, target] of targets)
      if (target !== table.name && !ordered.has(byName.get(target!)!)) add(byName.get(target!)!);
    ordered.add(table);
  };
  for (const table of all) if (!ordered.has(table)) add(table);
  return [...ordered];
}

const namesOf = (chosen: (table: NamedTable) => boolean): readonly string[] =>
  tables.filter(chosen).map(({ name }) => name);

const hasColumn = (column: "project_id" | "day date", { postgres }: NamedTable): boolean =>
  new RegExp(`^ +${column} `, "m").test(postgres);

const isDaily = ({ postgres }: NamedTable): boolean => postgres.includes("PARTITION BY LIST (day)");

/** Statements that create a database of a data folder. */
export const sqliteSchema = (file: Table["file"]): string =>
  tables.flatMap((table) => (table.file === file && table.sqlite ? [table.sqlite] : [])).join("\n");

/** The extensions are for the word index. */
export const postgresSchema: string = [
  "CREATE EXTENSION IF NOT EXISTS pg_trgm;\nCREATE EXTENSION IF NOT EXISTS btree_gin;",
  ...tables.flatMap(({ postgres }) => (postgres ? [postgres] : [])),
].join("\n");

/** Tables that a cluster distributes by a key: rows with the same key are on one node. */
export const splitBy = (key: "project_id" | "lane"): readonly string[] =>
  namesOf((table) => table.splitBy === key);

/** PostgreSQL's tables with a partition per day. */
export const dailyTables: readonly string[] = namesOf(isDaily);

/** PostgreSQL's tables with rows by project and day, or by lane and day. */
export const tablesOfDay = (key: "project_id" | "lane"): readonly string[] =>
  namesOf((table) => table.splitBy === key && hasColumn("day date", table));

/**
 * PostgreSQL's tables with rows by project, except those by day and the audit log, which outlives
 * projects.
 */
export const tablesOfProjects: readonly string[] = namesOf(
  (table) => hasColumn("project_id", table) && !isDaily(table) && table.name !== "audit",
);

/** `isByProject`: also in SQLite, where most rows of an issue name no project. */
export type TableOfIssues = OfIssue & { name: string; isByProject: boolean };

/** Tables whose rows name an issue. */
export const tablesOfIssues: readonly TableOfIssues[] = tables.flatMap(
  ({ name, refersTo, sqlite }) =>
    refersTo?.issue
      ? { name, isByProject: sqlite.includes(" project_id "), ...refersTo.issue }
      : [],
);

/**
 * PostgreSQL's tables with rows that a statement deletes or clears with their issue: those without
 * a foreign key, which a cluster allows only between tables that it distributes together, and not
 * in migrations (`formats.ts`).
 */
export const withoutIssueKey = (onDelete: OfIssue["onDelete"]): readonly string[] =>
  namesOf(
    (table) =>
      table.refersTo?.issue?.onDelete === onDelete &&
      hasColumn("project_id", table) &&
      !table.postgres.includes("REFERENCES issues"),
  );

/** Tables with accounts that PostgreSQL can't clear by foreign key. */
export const tablesOfUsers: readonly ({ name: string } & OfUser)[] = tables.flatMap(
  ({ name, refersTo }) => (refersTo?.user ? { name, ...refersTo.user } : []),
);

/** Tables of uploads: `artifacts.db` in a data folder. */
export const tablesOfUploads: readonly string[] = namesOf(({ file }) => file === "artifacts");

/** Tables that `spoor move` copies row by row. */
export const movedTables: readonly string[] = namesOf(
  ({ isMoved, file, postgres }) => isMoved !== false && file !== "day" && postgres !== "",
);

/**
 * Tables whose numbers are never reused, even after the newest row is deleted: jobs follow them, or
 * telemetry stores them.
 */
export const numberedTables: readonly string[] = namesOf(({ sqlite }) =>
  sqlite.includes("AUTOINCREMENT"),
);

/** Moved tables whose numbers follow from their rows, because nothing else stores them. */
export const numberedByRows: readonly string[] = namesOf(
  ({ name, sqlite, postgres }) =>
    movedTables.includes(name) &&
    postgres.includes("AS IDENTITY") &&
    !sqlite.includes("AUTOINCREMENT"),
);
