import type { DatabaseSync } from "node:sqlite";
import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const insert = "INSERT OR IGNORE INTO replayed (digest, at) VALUES (?, ?)";

/** Use in a digest batch's transaction on `writer`. */
export function claimReplayed(writer: DatabaseSync): DigestTransaction["claimReplayed"] {
  const claim = prepare(writer, insert);
  return async (digests, at) => new Set(digests.filter((digest) => claim.run(digest, at) > 0));
}
