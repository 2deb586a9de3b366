import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { type ArtifactThread, artifactThread } from "#server/artifacts/artifact-thread.ts";
import { createExceededLimits } from "#server/read/exceeded-limits.ts";
import { createUploads } from "#server/artifacts/uploads.ts";
import { createUnminifier } from "#server/artifacts/unminifier.ts";
import { createCommands } from "#server/commands/commands.ts";
import { type OwnProject, ownProject } from "#server/commands/own-project.ts";
import { createSeal } from "#server/commands/seal.ts";
import { offerSetUp } from "#server/commands/set-up.ts";
import { beginIntake, type BegunIntake, type IntakeOptions } from "#server/start/begin-intake.ts";
import type { Config } from "#server/config.ts";
import type { Intake } from "#server/digest/intake.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { type Trouble, troubleSentence } from "#server/domain/health/trouble.ts";
import { createTroubles, type Troubles } from "#server/digest/troubles.ts";
import type { RemoteIntake } from "#server/digest/remote-intake.ts";
import type { Log } from "#server/telemetry/log.ts";
import { createMailer } from "#server/notify/mail.ts";
import { createProvider } from "#server/oidc/provider.ts";
import { createOutgoing } from "#server/outgoing/outgoing.ts";
import { createSuggestOwners } from "#server/read/suggest-owners.ts";
import { createFindRoute } from "#server/read/find-route.ts";
import { createFindTrace } from "#server/read/find-trace.ts";
import { createRepairIssues } from "#server/artifacts/repair-issues.ts";
import { createListProjects } from "#server/read/list-projects.ts";
import { createReadTraffic } from "#server/read/read-traffic.ts";
import { rememberTraffic } from "#server/read/remember-traffic.ts";
import { heavyServicesIn, withReadThreads } from "#server/threads/heavy-reads.ts";
import { readThreads, type ReadThreads } from "#server/threads/read-threads.ts";
import { createReadUnjoined } from "#server/read/read-unjoined.ts";
import { createReadTexts } from "#server/read/read-texts.ts";
import { createReadAlertRule } from "#server/read/read-alert-rule.ts";
import { createReadEvent } from "#server/read/read-event.ts";
import { createCompareReleases } from "#server/read/compare-releases.ts";
import { createReadRouteFindings } from "#server/read/read-route.ts";
import { createReadRoute } from "#server/read/read-route-detail.ts";
import { createReadRelease } from "#server/read/read-release.ts";
import { createReadOverview } from "#server/overview/read-overview.ts";
import { createReadReleaseMarks } from "#server/read/read-release-marks.ts";
import { createReadReleases } from "#server/read/read-releases.ts";
import { metricsFor } from "#server/start/metrics-for.ts";
import { nameOfBody } from "#server/read/name-of-body.ts";
import { createStorageReads } from "#server/read/read-storage.ts";
import { createReadServiceTimes } from "#server/read/read-service-times.ts";
import { createReadSimilar } from "#server/read/read-similar.ts";
import { createListRoutes } from "#server/read/list-routes.ts";
import { createListVitals } from "#server/read/list-vitals.ts";
import { createReadRoutes } from "#server/read/read-routes.ts";
import { createReadTraceErrors } from "#server/read/read-trace-errors.ts";
import { createSearchReads } from "#server/read/search-reads.ts";
import { createLinksTo, createReadTrace, createSearchTraces } from "#server/read/read-trace.ts";
import type { Health } from "#server/http/health.ts";
import { watchEventLoop } from "#server/http/metrics/event-loop.ts";
import { createRequestLatency, type RequestLatency } from "#server/http/metrics/latency.ts";
import type { Services } from "#server/services.ts";
import { createJump } from "#server/read/jump.ts";
import { openStore } from "#server/start/open-store.ts";
import type { Store } from "#server/storage/store.ts";
import { readSecret } from "#server/start/secret.ts";
import { traceStore } from "#server/telemetry/traced-store.ts";
import { startBackups } from "#server/start/start-backups.ts";
import { startOwnTelemetry } from "#server/start/start-own-telemetry.ts";
import { servedPackages } from "#server/http/served-packages.ts";
import { createSampleData } from "#server/sample-data/sample-data.ts";
import { createTryRules } from "#server/read/try-rules.ts";
import { tryScrubbing } from "#server/read/try-scrubbing.ts";

export type StartOptions = IntakeOptions & {
  /** What its own traces call the program's version. */
  version?: string;
  /** Where it was begun already, while this module was still being loaded. */
  begun?: Promise<BegunIntake>;
};

/** A Spoor that takes events and answers questions, without a port: what `serve` and other Express hosts build on. */
export type Spoor = {
  /** What `createApp` needs. */
  parts: {
    services: Services;
    intake: RemoteIntake;
    log: Log;
    health: Health;
    latency: RequestLatency;
    /** Aborted by `drain`. */
    ending: AbortSignal;
    /** The project in which Spoor reports on itself, and the key it uses; absent when that is switched off. */
    own?: { key: string; projectId: number };
  };
  /** For the set-up link, while there is no user. */
  setUpToken(): Promise<string | undefined>;
  /** From now on `/readyz` answers 503, so that a load balancer looks elsewhere. */
  drain(): void;
  /** Stores what was accepted and closes everything. Nothing may call `parts` afterwards. */
  close(): Promise<void>;
};

/** How long the digest may take once the process is asked to end: what is left then waits in the spool. */
const drainMs = 10_000;

/** The one place that wires: config → lock → worker → store → own traces → services. */
export async function startSpoor({ version = "", ...options }: StartOptions): Promise<Spoor> {
  const { config, workerPath } = options;
  const { intake, log, release } = await (options.begun ?? beginIntake(options));
  const seen = createTroubles({ log, now: Date.now, onChange: () => undefined });
  const onDamagedDay = (day: string) => seen.begin({ kind: "day-damaged", day });
  const { store, own, secret } = await onceItAnswers(() => openDatabase(config, onDamagedDay));
  if (own?.revoked) log("warn", printedKeyRevoked, { key: own.revoked });
  const artifacts = artifactThread(workerPath, config);
  const reads = readThreads({ sibling: workerPath, config, log, onDamagedDay });
  const telemetry = startOwnTelemetry({ config, version, intake, own, log });
  const backups = startBackups({ sibling: workerPath, config, version, troubles: seen, log });
  const ending = new AbortController();
  const stateNow = () => ({ ...intake.state(), troubles: troublesOf(intake, seen) });
  const latency = createRequestLatency();
  const metrics = metricsFor(config, { store, state: stateNow, measured: [latency.metric, watchEventLoop()] });
  return {
    parts: {
      services: createServices(
        traceStore(withReadThreads(store, reads), {
          system: config.databaseUrl === undefined ? "sqlite" : "postgresql",
        }),
        intake,
        config,
        log,
        {
          artifacts,
          secret,
          reads,
          packages: join(dirname(workerPath), "../packages"),
          outcomes: store.outcomes,
          troubles: () => troublesOf(intake, seen),
        },
      ),
      intake,
      log,
      health: { draining: () => ending.signal.aborted, intake: stateNow, metrics },
      latency,
      ending: ending.signal,
      ...(own && { own: { key: own.key.publicKey, projectId: own.project.id } }),
    },
    setUpToken: () => offerSetUp({ store, seal: createSeal(secret) }),
    drain: () => ending.abort(),
    async close() {
      await within(2000, telemetry.shutdown());
      await within(drainMs, intake.close());
      for (const each of [backups, artifacts, reads]) each.close();
      await store.close();
      release();
    },
  };
}

const printedKeyRevoked =
  "Earlier versions printed this client key of the internal project on the sign-in page. It is revoked: create another to send there. " +
  "Links to new passwords and open invitations of before have ended: earlier versions recorded their addresses.";

type Opened = { store: Store; own: OwnProject | undefined; secret: Uint8Array };

async function openDatabase(config: Config, onDamagedDay: (day: string) => void): Promise<Opened> {
  const store = await openStore(config, { connections: 4, onDamagedDay });
  try {
    const own = config.ownTraces ? await ownProject({ store, now: Date.now }) : undefined;
    return { store, own, secret: await readSecret(config, store) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const askAgainMs = 1000;

/** The worker is up, so what an earlier process left is enough to take events with; all else waits for the database. */
async function onceItAnswers<T>(open: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (diskCauseOf(error) !== "away") throw error;
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }
}

/** Those of the worker, and damage that this thread came upon and that one did not. */
function troublesOf(intake: RemoteIntake, seen: Troubles): Trouble[] {
  const all = [...intake.state().troubles, ...seen.list()];
  return [...new Map(all.map((trouble) => [troubleSentence(trouble), trouble])).values()];
}

/** The database is written on this thread: what begins sooner would make the answer before it wait. */
const afterAnswerMs = 1000;

export type ServiceDeps = {
  artifacts: ArtifactThread;
  secret: Uint8Array;
  /** Absent in a thread that serves slow pages itself. */
  reads?: ReadThreads;
  /** A day of it is read once a minute for every page: a thread of its own would never be idle. */
  outcomes?: Store["outcomes"];
  troubles?: () => Trouble[];
  /** The folder of the packages that this server offers; a thread for slow pages offers none. */
  packages?: string;
};

/** What routes receive, over one store. */
export function createServices(
  store: Store,
  intake: Intake,
  config: Config,
  log: Log,
  { artifacts, secret, reads, packages = "", outcomes = store.outcomes, troubles = () => [] }: ServiceDeps,
): Services {
  const { allowPrivate, mail, provider: providerSettings } = config;
  const now = Date.now;
  const send = (url: string, body: Uint8Array) =>
    intake.receive({ method: "POST", url, headers: {}, body, receivedAt: now(), remoteAddress: "" });
  const mailer = createMailer(mail, { now, onFailure: (why, error) => log("error", `Mail: ${why}`, { error }) });
  const failed = (error: unknown) => log("error", "Work in the background failed.", { error });
  const inBackground = (work: () => Promise<unknown>) =>
    void setTimeout(() => work().catch(failed), afterAnswerMs).unref();
  const outgoing = createOutgoing({ allowed: allowPrivate });
  const onFailure = (error: unknown) => log("error", "Single sign-on failed.", { error });
  const provider = providerSettings && createProvider(providerSettings, { outgoing, now, onFailure });
  const trusted = { seal: createSeal(secret), ...(provider && { provider }) };
  const commands = createCommands({
    store,
    now,
    makeId: randomUUID,
    send,
    mailer,
    inBackground,
    nameOf: nameOfBody,
    ...trusted,
  });
  const readTrace = createReadTrace(store);
  const elapsed = () => performance.now();
  const findTrace = createFindTrace({ traces: store.traces, elapsed });
  const readRoutes = createReadRoutes({ rollups: store.rollups, now });
  const unminify = createUnminifier({
    artifacts: store.artifacts,
    unminifyThere: (stacks) => artifacts.call("unminify", stacks),
  });
  const readEvent = createReadEvent(store, unminify);
  const readTraffic = reads ? heavyServicesIn(reads).readTraffic : createReadTraffic(store.rollups);
  const searchTraces = reads ? heavyServicesIn(reads).searchTraces : createSearchTraces(store);
  const recentTraffic = rememberTraffic({ read: readTraffic, now });
  const repair = createRepairIssues({ store, unminify, log });
  const uploads = createUploads({
    store,
    thread: artifacts,
    now,
    onReady: repair,
    onFailure: (error) => log("error", "A bundle could not be assembled.", { error }),
  });
  const searchReads = createSearchReads(store, now);
  return {
    ...{ store, commands, now, readTrace, findTrace, readEvent, troubles },
    packages: servedPackages(store.settings, packages),
    readTexts: createReadTexts(store),
    readTraffic,
    listProjects: createListProjects({ projects: store.projects, recentTraffic, now }),
    suggestOwners: createSuggestOwners(store, readEvent),
    ...createStorageReads(store, { config, now }),
    exceededLimits: createExceededLimits(outcomes, now),
    uploads,
    sampleData: createSampleData({ store, dataFolder: config.dataFolder, uploads, now, log }),
    readTraceErrors: createReadTraceErrors(store),
    searchTraces,
    readServiceTimes: createReadServiceTimes({ traces: store.traces, elapsed }),
    readUnjoined: createReadUnjoined({ store, readTrace, searchTraces }),
    jump: createJump({ store, readTrace, findTrace, readRoutes, ...searchReads, now, elapsed }),
    linksTo: createLinksTo(store, readTrace),
    ...searchReads,
    readRoutes,
    listRoutes: createListRoutes({ rollups: store.rollups, readRoutes }),
    listVitals: createListVitals(store.rollups),
    findRoute: createFindRoute(store.rollups),
    readRoute: createReadRoute(store, now),
    compareReleases: createCompareReleases({ store, readTrace }),
    readReleases: createReadReleases(store),
    readRelease: createReadRelease(store),
    readReleaseMarks: createReadReleaseMarks(store.releases),
    readOverview: createReadOverview(store, now),
    readRouteFindings: createReadRouteFindings({ store, elapsed }),
    outgoing,
    readAlertRule: createReadAlertRule({ store, readEvent, mailIsOn: mail !== undefined, now }),
    allowedPrivate: allowPrivate,
    tryScrubbing,
    readSimilar: createReadSimilar(store),
    tryRules: createTryRules({ store, unminify, now, elapsed }),
    ...(reads && heavyServicesIn(reads)),
  };
}

/** Waits for the work, but no longer: something that hangs must not keep the process. */
export function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
}
