import type { DatabaseSync } from "node:sqlite";
import { constants, zstdCompressSync } from "node:zlib";
import { inflate } from "#server/storage/layout/packs.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const params = { [constants.ZSTD_c_compressionLevel]: 3 };

/**
 * Overwrites bodies of a pack with zeros, which take no room in a frame; a pack of nothing else
 * goes. In a transaction.
 */
export function blankBodies(
  database: DatabaseSync,
  packId: number,
  bodies: { offset: number; length: number }[],
): void {
  const pack = prepare<{ frame: Uint8Array; raw_bytes: number }>(
    database,
    "SELECT frame, raw_bytes FROM packs WHERE id = ?",
  ).get(packId);
  if (!pack) return;
  const raw = inflate(pack.frame, pack.raw_bytes);
  for (const { offset, length } of bodies) raw.fill(0, offset, offset + length);
  if (raw.every((byte) => byte === 0))
    prepare(database, "DELETE FROM packs WHERE id = ?").run(packId);
  else
    prepare(database, "UPDATE packs SET frame = ? WHERE id = ?").run(
      zstdCompressSync(raw, { params }),
      packId,
    );
}
