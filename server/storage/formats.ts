import { hash } from "node:crypto";
import { postgresSchema, sqliteSchema } from "./tables.ts";

/** What a new database is made of, and what brings older ones to the same tables. */
export type Format = {
  /** The tables as they are now (`tables.ts` of each noun). */
  schema: string;
  /** The number of the first format that was released. */
  first: number;
  /**
   * What has changed since, in order; each leads to the next number. One that has landed is never
   * edited.
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
export const postgresFormat: Format = { schema: postgresSchema, first: 11, migrations: [] };

export const newestOf = ({ first, migrations }: Format): number => first + migrations.length;

/** What brings a database to the newest format; 0 is an empty one. */
export const stepsFrom = (
  version: number,
  { schema, first, migrations }: Format,
): readonly string[] => (version === 0 ? [schema] : migrations.slice(version - first));

/** A migration that a database has, by the format that it led to. */
export type AppliedMigration = { version: number; checksum: string };

/** 64 bits tell one text from another; there is no attacker. */
const checksumOf = (sql: string): string => hash("sha256", sql).slice(0, 16);

/** What a database of the newest format has recorded. */
export const appliedMigrations = ({ first, migrations }: Format): AppliedMigration[] =>
  migrations.map((sql, at) => ({ version: first + at + 1, checksum: checksumOf(sql) }));

/**
 * Throws a sentence for people when this program cannot read or upgrade a database of that version.
 */
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

/** Throws a sentence for people when another edition of a migration made the tables. */
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
