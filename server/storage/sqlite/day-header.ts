import { closeSync, openSync, readSync, statSync } from "node:fs";

/** Reads a database file's header without opening the database: 30 days take a millisecond. */
type FileHeader = { isDatabase: boolean; id: number; bytes: number; modifiedAt: number };

// https://sqlite.org/fileformat2.html#the_database_header
const headerBytes = 100;
const magic = "SQLite format 3\0";
const idOffset = 68;

/** Undefined if the file doesn't exist, or its creator has only created it so far. */
export function headerOf(path: string): FileHeader | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.size < headerBytes) return undefined;
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, "r");
  try {
    readSync(file, header, 0, headerBytes, 0);
  } finally {
    closeSync(file);
  }
  const isDatabase = header.toString("latin1", 0, magic.length) === magic;
  return {
    isDatabase,
    id: header.readUInt32BE(idOffset),
    bytes: found.size,
    modifiedAt: found.mtimeMs,
  };
}
