import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { storeContract } from "./contract.ts";

storeContract("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "spoor-"));
  return { open: () => openSqliteStore(folder), remove: () => rm(folder, { recursive: true }) };
});
