import type { Config } from "#server/config.ts";
import { type Backlog, createBacklog } from "#server/digest/spool/backlog.ts";
import { createReport, type Report } from "#server/digest/intake/intake-state.ts";
import type { FromWorker } from "#server/digest/intake/wire.ts";
import { openStore } from "#server/start/open-store.ts";
import { condenseOutages } from "#server/start/outage-log.ts";
import { processName } from "#server/start/process-name.ts";
import type { OpenedStore, Store } from "#server/storage/store.ts";
import { createLog, type Log } from "#server/telemetry/log.ts";
import { type Admission, startAdmission } from "./admission.ts";

/** Dependencies of all parts of the worker. */
export type WorkerStore = {
  config: Config;
  /** Name of this process among those that share a database. */
  name: string;
  store: OpenedStore;
  admission: Admission;
  backlog: Backlog;
  report: Report;
  log: Log;
  elapsed: () => number;
};

type StoreDeps = { say: (message: FromWorker) => void; onBack: () => void };

/** Opens the store and reports its damage and outages. `onBack`: the database responds again. */
export async function openWorkerStore(
  config: Config,
  { say, onBack }: StoreDeps,
): Promise<WorkerStore> {
  const eachLine = createLog((line) => process.stdout.write(line), Date.now);
  const log = condenseOutages(eachLine);
  const elapsed = () => performance.now();
  const backlog = createBacklog({ bounds: config.queue, elapsed });
  let pool: Store["pool"];
  const report = createReport({
    log: eachLine,
    say: (state) => say({ kind: "state", state }),
    pool: () => pool?.(),
  });
  const { troubles } = report;
  const onDamagedDay = (day: string) => troubles.begin({ kind: "day-damaged", day });
  const store = await openStore(config, {
    recover: true,
    connections: 4,
    onDamagedDay,
    mayBeAway: true,
  });
  pool = store.pool;
  const admission = await startAdmission({
    store,
    config,
    elapsed,
    onAway({ takesEvents }, error) {
      backlog.stall(true);
      troubles.begin({ kind: "database-away", takesEvents }, error);
    },
    onBack() {
      backlog.stall(false);
      troubles.end("database-away");
      onBack();
    },
  });
  const name = config.databaseUrl === undefined ? "alone" : processName(config.dataFolder);
  return { config, name, store, admission, backlog, report, log, elapsed };
}
