import { hash } from "node:crypto";
import { postgresSchema, sqliteSchema } from "./tables.ts";

/** The tables of a new database, and the migrations that bring older ones to the same tables. */
export type Format = {
  /** The current tables (`tables.ts` of each noun). */
  schema: string;
  /** Number of the first released format. */
  first: number;
  /**
   * Migrations since then, in order; each leads to the next number. A landed migration is never
   * edited. On a cluster, a new table is distributed after the last step: until then it can't have
   * a foreign key to a distributed table, such as `issues`. Leave the key out, also in `tables.ts`:
   * statements delete the rows, as the entry's `refersTo` says.
   */
  migrations: readonly string[];
};

/** `spoor.db`. */
export const mainFormat: Format = { schema: sqliteSchema(undefined), first: 29, migrations: [] };
/** `telemetry/YYYY-MM-DD.db`. */
export const dayFormat: Format = { schema: sqliteSchema("day"), first: 8, migrations: [] };
/** `artifacts.db`. */
export const artifactFormat: Format = {
  schema: sqliteSchema("artifacts"),
  first: 1,
  migrations: [],
};
/** A PostgreSQL database. */
export const postgresFormat: Format = {
  schema: postgresSchema,
  first: 11,
  migrations: [
    `ALTER TABLE processes ADD COLUMN held_back text COLLATE "C" NOT NULL DEFAULT '[]';`,
  ],
};

export const newestOf = ({ first, migrations }: Format): number => first + migrations.length;

/** Statements that bring a database to the newest format; 0 is an empty one. */
export const stepsFrom = (
  version: number,
  { schema, first, migrations }: Format,
): readonly string[] => (version === 0 ? [schema] : migrations.slice(version - first));

/** A migration applied to a database, by its resulting format. */
export type AppliedMigration = { version: number; checksum: string };

/** 64 bits are enough to distinguish texts; there is no attacker. */
const checksumOf = (sql: string): string => hash("sha256", sql).slice(0, 16);

/** Migrations recorded in a database of the newest format. */
export const appliedMigrations = ({ first, migrations }: Format): AppliedMigration[] =>
  migrations.map((sql, at) => ({ version: first + at + 1, checksum: checksumOf(sql) }));

/** Throws a user-facing message if this program can't read or upgrade that version. */
export function refuseOtherVersion(name: string, version: number, format: Format): void {
  const newest = newestOf(format);
  if (version > newest) {
    throw new Error(
      `${name} was written by a newer Spoor (format ${version}; this version supports up to ${newest}). ` +
        "Start the newer version, or restore a backup from before the upgrade.",
    );
  }
  if (version > 0 && version < format.first) {
    throw new Error(
      `${name} was written by a development version before 0.2.0 (format ${version}; this version reads ${format.first} and newer). ` +
        "Nothing was changed. Start the version that wrote it, export each project with “spoor export FILE --project SLUG”, " +
        "and import the files into a new installation of this version.",
    );
  }
}

/** Throws a user-facing message if the tables come from a different edition of a migration. */
export function refuseAltered(name: string, recorded: AppliedMigration[], format: Format): void {
  const known = new Map(
    appliedMigrations(format).map(({ version, checksum }) => [version, checksum]),
  );
  const altered = recorded.find(
    ({ version, checksum }) => known.has(version) && known.get(version) !== checksum,
  );
  if (!altered) return;
  throw new Error(
    `${name} was upgraded with a different edition of migration ${altered.version}. Nothing was changed. ` +
      "Start the version of Spoor that wrote it, or restore a backup that this version created.",
  );
}
