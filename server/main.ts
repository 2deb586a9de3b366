import { dirname, join } from "node:path";
import { artifactThread } from "#server/artifacts/artifact-thread.ts";
import { type OwnProject, ownProject } from "#server/commands/people/own-project.ts";
import { createSeal } from "#server/commands/sign-in/seal.ts";
import { offerSetUp } from "#server/commands/sign-in/set-up.ts";
import type { Config } from "#server/config.ts";
import type { RemoteIntake } from "#server/digest/intake/remote-intake.ts";
import { createTroubles, type Troubles } from "#server/digest/intake/troubles.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { type Trouble, troubleSentence } from "#server/domain/health/trouble.ts";
import type { Health } from "#server/http/health.ts";
import { watchEventLoop } from "#server/http/metrics/event-loop.ts";
import { createRequestLatency, type RequestLatency } from "#server/http/metrics/latency.ts";
import type { Services } from "#server/services.ts";
import { beginIntake, type BegunIntake, type IntakeOptions } from "#server/start/begin-intake.ts";
import { createServices } from "#server/start/create-services.ts";
import { metricsFor } from "#server/start/metrics-for.ts";
import { openStore } from "#server/start/open-store.ts";
import { readSecret } from "#server/start/secret.ts";
import { startBackups } from "#server/start/start-backups.ts";
import { startOwnTelemetry } from "#server/start/start-own-telemetry.ts";
import type { Store } from "#server/storage/store.ts";
import type { Log } from "#server/telemetry/log.ts";
import { traceStore } from "#server/telemetry/traced-store.ts";
import { withReadThreads } from "#server/threads/heavy-reads.ts";
import { readThreads } from "#server/threads/read-threads.ts";

export type StartOptions = IntakeOptions & {
  /** The program version in its own traces. */
  version?: string;
  /** If already started while this module was still loading. */
  begun?: Promise<BegunIntake>;
};

/**
 * A Spoor without a port that ingests events and serves reads: the basis of `serve` and other
 * Express hosts.
 */
export type Spoor = {
  /** Dependencies of `createApp`. */
  parts: {
    services: Services;
    intake: RemoteIntake;
    log: Log;
    health: Health;
    latency: RequestLatency;
    /** Aborted by `drain`. */
    ending: AbortSignal;
    /** The project in which Spoor reports on itself, and its key; absent if disabled. */
    own?: { key: string; projectId: number };
  };
  /** For the setup link, if there are no users. */
  setUpToken(): Promise<string | undefined>;
  /** Makes `/readyz` respond with 503, so that a load balancer uses other servers. */
  drain(): void;
  /** Stores all accepted data and closes everything. Don't use `parts` afterwards. */
  close(): Promise<void>;
};

/** How long the digest may take during shutdown. The rest stays in the spool. */
const drainMs = 10_000;

/** Wires everything: config → lock → worker → store → own traces → services. */
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
  const metrics = metricsFor(config, {
    store,
    state: stateNow,
    measured: [latency.metric, watchEventLoop()],
  });
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
  "Earlier versions showed this client key of the internal project on the sign-in page. It was revoked; create a new key to send events there. " +
  "Password reset links and pending invitations were revoked, because earlier versions recorded their URLs.";

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

/**
 * The worker has started, and a previous process's state is enough to accept events. Everything
 * else waits for the database.
 */
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

/** The worker's problems, plus damage found only by this thread. */
function troublesOf(intake: RemoteIntake, seen: Troubles): Trouble[] {
  const all = [...intake.state().troubles, ...seen.list()];
  return [...new Map(all.map((trouble) => [troubleSentence(trouble), trouble])).values()];
}

/** Waits for the work up to a limit, so that a hanging step doesn't keep the process alive. */
export function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
}
