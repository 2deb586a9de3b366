import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";

export type Stored = { where: string; bytes: Buffer };

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** All bytes of a data folder: each file, and each value of each table with packs decompressed. */
export async function storedBytes(folder: string): Promise<Stored[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const all = await Promise.all(
    files.map(async (where) => {
      const bytes = await readFile(where);
      return bytes.subarray(0, 15).equals(Buffer.from("SQLite format 3"))
        ? [{ where, bytes }, ...rowsOf(where)]
        : [{ where, bytes }];
    }),
  );
  return all.flat();
}

/** File, table, and column that contain one of these texts. */
export function placesOf(texts: string[], stored: Stored[]): string[] {
  return texts.flatMap((text) =>
    stored.filter(({ bytes }) => bytes.includes(text)).map(({ where }) => `${text} in ${where}`),
  );
}

function rowsOf(file: string): Stored[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
    name: string;
  }[];
  const stored = tables.flatMap(({ name }) => {
    const statement = database.prepare(`SELECT * FROM "${name}"`);
    // Some values exceed a double.
    statement.setReadBigInts(true);
    const rows = statement.all();
    return rows.flatMap((row) =>
      Object.entries(row).flatMap((cell) => valueOf(`${file}: ${name}`, cell)),
    );
  });
  database.close();
  return stored;
}

function valueOf(table: string, [column, value]: [string, unknown]): Stored[] {
  const where = `${table}.${column}`;
  if (typeof value === "string") return [{ where, bytes: Buffer.from(value) }];
  if (!(value instanceof Uint8Array)) return [];
  const bytes = Buffer.from(value);
  return bytes.subarray(0, 4).equals(zstdMagic)
    ? [{ where, bytes: zstdDecompressSync(bytes) }]
    : [{ where, bytes }];
}
