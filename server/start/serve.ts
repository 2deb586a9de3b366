import { createServer, type RequestListener, type Server } from "node:http";
import { Worker } from "node:worker_threads";
import type { Express } from "express";
import type { AppDeps } from "#server/app.ts";
import { beginIntake, type BegunIntake } from "./begin-intake.ts";
import type { Config } from "#server/config.ts";
import { listenSentence } from "#server/domain/health/listen-sentence.ts";
import { mountedAt } from "#server/http/base-path.ts";
import {
  type ConnectionBounds,
  connectionBounds,
  readOpenFileLimit,
} from "#server/http/connection-bounds.ts";
import { type Connections, watchConnections } from "#server/http/connections.ts";
import { heavyPages, type HeavyPagesHandler } from "#server/http/heavy-pages.ts";
import { ingestHandler, ingestFirst } from "#server/http/ingest-handler.ts";
import { refuseConnect, withTarget } from "#server/http/request-target.ts";
import { settleBody } from "#server/http/settle-body.ts";
import type { Log } from "#server/telemetry/log.ts";
import { publishAddress, urlAt } from "./listening-address.ts";
import { type Spoor, startSpoor, type StartOptions } from "#server/main.ts";
import type { PageWorkerData } from "#server/threads/page-worker.ts";
import { earlyListener, startedWithoutDatabase, switchedListener } from "./serve-early.ts";
import type { Shutdown } from "./shutdown.ts";

export type ServeOptions = StartOptions & {
  createApp: (parts: AppDeps) => Express;
  clientFolder?: string;
  /**
   * The compiled thread for pages of very large traces; undefined: they are served like all others.
   */
  pageWorkerPath?: string;
  /** Prints a message once it listens. Default: the setup link. */
  greet?: (spoor: Spoor, url: string) => Promise<void>;
};

/** How long pending requests may take during shutdown. */
const requestsMs = 10_000;

/**
 * Starts, mounts, and listens, then prints the address. The process then runs until it is asked to
 * exit.
 */
export async function serve(options: ServeOptions, shutdown: Shutdown): Promise<void> {
  const { config, greet = announceSetUp } = options;
  const begun = await (options.begun ?? beginIntake(options));
  const early = startedWithoutDatabase(begun)
    ? await listenEarly(options, begun, shutdown)
    : undefined;
  const spoor = await startSpoor({ ...options, begun: Promise.resolve(begun) }).catch(
    async (error: unknown) => {
      await early?.close();
      throw error;
    },
  );
  if (shutdown.asked.aborted)
    return early ? undefined : shutdown.whenAsked(() => closeUnopened(spoor));
  const heavy = heavyPagesOf(options, spoor);
  const whole = listener(options, spoor, heavy);
  early?.switchTo(whole);
  const { connections, url } =
    early ??
    (await listenWith(whole, begun, config).catch(async (error: unknown) => {
      await spoor.close();
      throw error;
    }));
  shutdown.whenAsked(() => close(connections, spoor).finally(() => heavy?.close()));
  await greet(spoor, config.publicUrl ?? url);
}

type Listening = { connections: Connections; url: string };

async function listenWith(
  listener: RequestListener,
  { log }: BegunIntake,
  config: Config,
): Promise<Listening> {
  const server = await listen(listener, config);
  const connections = watchConnections(server, boundsOf(config), log);
  const url = addressOf(server, config);
  outliveAcceptErrors(server, log);
  log("info", `Spoor listens on ${url}`, { dataFolder: config.dataFolder });
  process.once("exit", publishAddress(config.dataFolder, url));
  return { connections, url };
}

type Early = Listening & { switchTo(next: RequestListener): void; close(): Promise<number> };

/** Accepts events immediately while the database is unreachable. */
async function listenEarly(
  options: ServeOptions,
  begun: BegunIntake,
  shutdown: Shutdown,
): Promise<Early> {
  const { config } = options;
  const { intake, log, release } = begun;
  const draining = () => shutdown.asked.aborted;
  const switched = switchedListener(
    withTarget(earlyListener({ ...begun, config, draining, ...placeOf(options) })),
  );
  const { connections, url } = await listenWith(switched.listener, begun, config).catch(
    async (error: unknown) => {
      await intake.close();
      throw error;
    },
  );
  async function close(): Promise<number> {
    const cut = await connections.drain(requestsMs);
    await intake.close();
    release();
    log("info", "Stopped. Everything accepted is on disk.");
    return cut > 0 ? 1 : 0;
  }
  shutdown.whenAsked(close);
  return { connections, url, switchTo: switched.use, close };
}

async function closeUnopened(spoor: Spoor): Promise<number> {
  await spoor.close();
  spoor.parts.log("info", "Stopped before listening.");
  return 0;
}

/**
 * In order: no new connections, pending requests, the digest, the files. Resolves to the exit code.
 */
async function close(connections: Connections, spoor: Spoor): Promise<number> {
  const { log } = spoor.parts;
  log("info", "Draining: no new connections, finishing requests in flight.");
  spoor.drain();
  const cut = await connections.drain(requestsMs);
  if (cut > 0)
    log("warn", `${cut} requests did not finish within ${requestsMs / 1000} s and were canceled.`);
  await spoor.close();
  log("info", "Stopped. Everything accepted is on disk.");
  return cut > 0 ? 1 : 0;
}

function listener(
  options: ServeOptions,
  spoor: Spoor,
  heavyPages: HeavyPagesHandler | undefined,
): RequestListener {
  const app = mount(options, spoor, heavyPages);
  if (options.config.trustProxy !== undefined || placeOf(options).basePath !== "")
    return withTarget(app);
  const { intake, services, log, latency } = spoor.parts;
  return withTarget(ingestFirst(ingestHandler({ intake, now: services.now, latency }), app, log));
}

function mount(
  options: ServeOptions,
  { parts }: Spoor,
  heavyPages: HeavyPagesHandler | undefined,
): Express {
  const { trustProxy, http } = options.config;
  const place = placeOf(options);
  const app = options.createApp({
    ...parts,
    ...place,
    formBytes: http.formBytes,
    apiBytes: http.apiBytes,
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...(heavyPages && { heavyPages }),
  });
  return mountedAt(app, place.basePath);
}

/** The application's location: the same in this thread and in the one for heavy pages. */
function placeOf({ config: { publicUrl }, clientFolder }: ServeOptions) {
  return {
    basePath: publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, ""),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(clientFolder === undefined ? {} : { clientFolder }),
  };
}

/** The same young generation as in the main page thread (`less-memory.js`). */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

function heavyPagesOf(options: ServeOptions, { parts }: Spoor): HeavyPagesHandler | undefined {
  const { config, pageWorkerPath } = options;
  if (pageWorkerPath === undefined) return undefined;
  const { own, services, log } = parts;
  const workerData: PageWorkerData = {
    config,
    parts: { ...placeOf(options), ...(own && { own }) },
  };
  // Pages of large traces are served one at a time, and the thread starts with the first.
  const deadlineMs = 3 * config.readDeadlineMs;
  return heavyPages({
    services,
    log,
    deadlineMs,
    spawn: () => new Worker(pageWorkerPath, { workerData, resourceLimits }),
  });
}

/** How often Node checks for requests that take too long. */
const lookMs = 1_000;

function listen(listener: RequestListener, { port, host, http }: Config): Promise<Server> {
  const { headMs, requestMs, keepAliveMs } = http;
  const times = {
    headersTimeout: Math.min(headMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
  };
  const server = createServer(
    { ...times, connectionsCheckingInterval: lookMs },
    (request, response) => {
      settleBody(request, response);
      listener(request, response);
    },
  );
  // A connection is idle if its client doesn't read the response.
  server.setTimeout(requestMs);
  refuseConnect(server);
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Error(listenSentence(error, { host, port }), { cause: error })),
    );
    server.listen(port, host, () => resolve(server));
  });
}

const saidEveryMs = 60_000;

/**
 * Without a free file descriptor, no connection is accepted, and Node emits an error that would end
 * the process.
 */
function outliveAcceptErrors(server: Server, log: Log): void {
  let saidAt = -Infinity;
  server.on("error", (error) => {
    if (performance.now() - saidAt < saidEveryMs) return;
    saidAt = performance.now();
    log(
      "error",
      "A connection could not be accepted. The process may have reached its limit of open files.",
      {
        error,
      },
    );
  });
}

/** All clients of a trusted proxy have its address. */
function boundsOf({ http, trustProxy }: Config): ConnectionBounds {
  const bounds = connectionBounds(http, readOpenFileLimit());
  return trustProxy === undefined ? bounds : { ...bounds, perAddress: bounds.all };
}

function addressOf(server: Server, { host }: Config): string {
  const address = server.address();
  return urlAt(host, typeof address === "object" && address ? address.port : 0);
}

/** Printed for people, outside the log format. */
async function announceSetUp(spoor: Spoor, url: string): Promise<void> {
  const token = await spoor.setUpToken();
  if (token === undefined) return;
  process.stdout.write(
    "\n  Welcome to Spoor. Open this link to create the owner account and the first project:\n\n",
  );
  process.stdout.write(`    ${url}/setup?token=${token}\n\n`);
}
