import { createHash } from "node:crypto";
import type { Config } from "#server/config.ts";
import { type AdmissionState, admissionStateFile } from "#server/digest/intake/admission-state.ts";
import {
  alwaysAvailable,
  type DatabaseWatch,
  watchDatabase,
} from "#server/digest/queue/database-watch.ts";
import { type KnownSenders, recentSenders } from "#server/digest/intake/key-cache.ts";
import type { Quotas } from "#server/digest/intake/quotas.ts";
import {
  createSenderDirectory,
  type SenderDirectory,
} from "#server/digest/intake/sender-directory.ts";
import { sendersFile } from "#server/digest/intake/senders-file.ts";
import { utcDayOf } from "#server/domain/project/quota.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { FindKey } from "#server/ingest/request.ts";
import type { AdmissionStore } from "#server/storage/processes/admission-store.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { OpenedStore } from "#server/storage/store.ts";

/** What ingestion knows without the database, and whether the database responds. */
export type Admission = {
  watch: DatabaseWatch;
  known: KnownSenders;
  byKey: FindKey;
  /** State saved by an earlier process. */
  before?: Omit<AdmissionState, "database">;
  projects(): Promise<Project[]>;
  /** Reads database changes and saves them to disk. */
  refresh(state: { cursor: SpoolCursor | undefined; quotas: Quotas }): Promise<void>;
};

type AdmissionDeps = {
  store: OpenedStore;
  config: Config;
  elapsed: () => number;
  onAway: (outage: { takesEvents: boolean }, error: unknown) => void;
  onBack: () => void;
};

const mostKeys = 100_000;
/** Number of projects whose outcomes are prefetched at each refresh. */
const quotasAtOnce = 100;

/** Rejects if the database is unreachable and no earlier process saved state. */
export async function startAdmission(deps: AdmissionDeps): Promise<Admission> {
  const { store, elapsed } = deps;
  if (store.admission) return admissionWithout(deps, store.admission);
  return {
    watch: alwaysAvailable,
    known: recentSenders(elapsed),
    byKey: (key) => store.projects.byKey(key),
    projects: () => store.projects.list(),
    refresh: async () => undefined,
  };
}

async function admissionWithout(
  { config, onAway, onBack }: AdmissionDeps,
  asked: AdmissionStore,
): Promise<Admission> {
  const database = nameOf(config.databaseUrl!);
  const directory = createSenderDirectory();
  const onDisk = sendersFile(config.dataFolder, database);
  const stateOnDisk = admissionStateFile(config.dataFolder, database);
  const before = await stateOnDisk.read();
  const takesEvents = () => directory.size() > 0;
  const watch = watchDatabase({
    ask: asked.answers,
    now: Date.now,
    onAway: (error) => onAway({ takesEvents: takesEvents() }, error),
    onBack,
  });
  const withQuotas = limitedProjects(directory);
  const readDatabase = async () => {
    const senders = await asked.senders(mostKeys, directory.mark());
    if (senders) directory.replace(senders);
  };
  const readDisk = async (error: unknown) => {
    const senders = await onDisk.read();
    if (!senders) throw error;
    directory.replace(senders);
    watch.lost(error);
  };
  await readDatabase().catch(readDisk);
  await onDisk.write(directory);
  return {
    watch,
    byKey: asked.byKey,
    projects: async () => directory.projects(),
    ...(before && { before }),
    known: {
      find: directory.find,
      note: directory.note,
      isAway: () => watch.awaySince() !== undefined,
    },
    async refresh({ cursor, quotas }) {
      if (watch.awaySince() === undefined) {
        await readDatabase();
        await prepareQuotas(withQuotas(), quotas);
      }
      await onDisk.write(directory);
      const day = utcDayOf(Date.now());
      await stateOnDisk.write({
        ...(cursor && { cursor }),
        quotas: { day, used: quotas.known(day) },
      });
    },
  };
}

/** Recomputed only after a change: reading 10,000 projects takes 20 ms. */
function limitedProjects(directory: SenderDirectory): () => Project[] {
  let [seen, limited]: [number, Project[]] = [-1, []];
  return () => {
    if (seen !== directory.changed())
      limited = directory
        .projects()
        .filter(({ settings }) => Object.keys(settings.quotas).length > 0);
    seen = directory.changed();
    return limited;
  };
}

async function prepareQuotas(limited: Project[], quotas: Quotas): Promise<void> {
  const known = new Set(quotas.known(utcDayOf(Date.now())).map(([id]) => id));
  const next = limited.filter(({ id }) => !known.has(id)).slice(0, quotasAtOnce);
  for (const project of next) await quotas.prepare(project, Date.now());
}

/** Independent of password and options. */
const nameOf = (url: string): string =>
  createHash("sha256")
    .update(url.replace(/^\w+:\/\/(?:[^@/]*@)?/, "").replace(/\?.*$/, ""))
    .digest("hex");
