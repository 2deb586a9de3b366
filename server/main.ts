import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import express, { type Express } from "express";
import type { AppParts } from "#server/app.ts";
import { createCommands } from "#server/commands/commands.ts";
import { offerSetUp } from "#server/commands/set-up.ts";
import type { Config } from "#server/config.ts";
import { type RemoteIntake, startRemoteIntake } from "#server/digest/remote-intake.ts";
import { createLog, type Log } from "#server/log.ts";
import { createReadEvent } from "#server/read-event.ts";
import type { Services } from "#server/services.ts";
import { lockFolder } from "#server/storage/sqlite/lock.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startTelemetry } from "#server/telemetry/provider.ts";

export type ServeOptions = {
  config: Config;
  createApp: (parts: AppParts) => Express;
  /** The compiled worker. */
  workerPath: string;
  clientFolder?: string;
  build?: AppParts["build"];
  version: string;
};

/** How long requests under way and the digest may take once the process is asked to end. */
const drainMs = 10_000;

/** The one place that wires: config → store → digest → listen → drain. Resolves when the port is open. */
export async function serve(options: ServeOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { config } = options;
  const log = createLog((line) => process.stdout.write(line), Date.now);
  const telemetry = startTelemetry({ serviceName: "spoor", serviceVersion: options.version, ...otlp(config) });
  const lock = lockFolder(config.dataFolder);
  const intake = await startRemoteIntake({ log, spawn: () => new Worker(options.workerPath, { workerData: config }) });
  const store = await openSqliteStore(config.dataFolder);
  const services = createServices(store, intake);
  const state = { draining: false };
  const app = mount(options, { services, intake, log, unreadyBecause: () => unready(intake, state.draining) });
  const server = await listen(app, config);
  const url = addressOf(server, config);
  log("info", `Spoor listens on ${url}`, { dataFolder: config.dataFolder });
  await announceSetUp(store, config.publicUrl ?? url);

  async function close(): Promise<void> {
    state.draining = true;
    log("info", "Draining: no new connections, finishing what was begun.");
    server.closeIdleConnections();
    const closed = new Promise((resolve) => server.close(resolve));
    await within(drainMs, closed);
    await within(drainMs, intake.close());
    server.closeAllConnections();
    await store.close();
    lock.release();
    await within(2000, telemetry.shutdown());
    log("info", "Ended. Everything accepted is on disk.");
  }
  return { url, close };
}

/** Ends the process in order on SIGTERM and SIGINT; a second signal ends it at once. */
export function closeOnSignals(close: () => Promise<void>): void {
  let asked = false;
  const end = () => {
    if (asked) process.exit(1);
    asked = true;
    void close().then(() => process.exit(0));
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

function createServices(store: Store, intake: RemoteIntake): Services {
  const now = Date.now;
  const send = (url: string, body: Uint8Array) =>
    intake.receive({ method: "POST", url, headers: {}, body, receivedAt: now(), remoteAddress: "" });
  const commands = createCommands({ store, now, makeId: randomUUID, send });
  return { store, commands, readEvent: createReadEvent(store), now };
}

function mount(options: ServeOptions, parts: Pick<AppParts, "services" | "intake" | "log" | "unreadyBecause">): Express {
  const { config, createApp, clientFolder, build } = options;
  const { publicUrl, trustProxy } = config;
  const basePath = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
  const app = createApp({
    ...parts,
    basePath,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...(clientFolder === undefined ? {} : { clientFolder }),
    ...(build === undefined ? {} : { build }),
  });
  return basePath === "" ? app : express().disable("x-powered-by").use(basePath, app);
}

function listen(app: Express, { port, host }: Config): Promise<ReturnType<typeof createServer>> {
  const server = createServer(app);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

function addressOf(server: ReturnType<typeof createServer>, { host }: Config): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const name = host === "127.0.0.1" || host === "::1" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Printed for a person, outside the log's format. */
async function announceSetUp(store: Store, url: string): Promise<void> {
  const token = await offerSetUp(store);
  if (token === undefined) return;
  process.stdout.write(`\n  Welcome to Spoor. Open this link once to make the owner and the first project:\n\n`);
  process.stdout.write(`    ${url}/setup?token=${token}\n\n`);
}

function unready(intake: RemoteIntake, draining: boolean): string | undefined {
  if (draining) return "The server is shutting down.";
  if (!intake.ready()) return "The ingest worker is restarting.";
  return undefined;
}

function otlp({ otlpEndpoint }: Config): { otlpEndpoint?: string } {
  return otlpEndpoint === undefined ? {} : { otlpEndpoint };
}

/** Waits for the work, but no longer: a connection that hangs must not keep the process. */
function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
}
