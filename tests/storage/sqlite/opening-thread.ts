import { workerData } from "node:worker_threads";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";

// Opens the folder beside its siblings and counts to twenty, one transaction per step.
const { folder, name } = workerData as { folder: string; name: string };
const store = await openSqliteStore(folder);
for (let n = 1; n <= 20; n++) await store.settings.set(name, `${n}`);
await store.close();
