import { hash } from "node:crypto";

/** A migration that has made a file or database what it is, by its place in the chain, from 1. */
export type AppliedMigration = { version: number; checksum: string };

/** 64 bits tell one text from another; nobody attacks this. */
const checksumOf = (sql: string): string => hash("sha256", sql).slice(0, 16);

/** What is recorded once the chain has run up to a version. */
export const appliedUpTo = (chain: readonly string[], version: number): AppliedMigration[] =>
  chain.slice(0, version).map((sql, at) => ({ version: at + 1, checksum: checksumOf(sql) }));

/** The first recorded migration that is another one in this program's chain; undefined when all are the same. */
export function firstAltered(recorded: AppliedMigration[], chain: readonly string[]): number | undefined {
  const known = appliedUpTo(chain, chain.length);
  return recorded.find(({ version, checksum }) => version <= known.length && known[version - 1]!.checksum !== checksum)
    ?.version;
}

/** For a file or database of another chain: its tables are not those that this program expects. */
export const alteredSentence = (file: string, version: number): string =>
  `${file} was upgraded by another edition of migration ${version} than the one in this program. Nothing was changed. ` +
  "Start the version of Spoor that wrote it, or restore a backup that this version made.";
