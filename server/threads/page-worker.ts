import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import express from "express";
import { type AppDeps, createApp } from "#server/app.ts";
import { artifactThread } from "#server/artifacts/artifact-thread.ts";
import type { Config } from "#server/config.ts";
import { idleState } from "#server/digest/intake/intake-state.ts";
import { refuseWith } from "#server/digest/intake/refusal.ts";
import { createRequestLatency } from "#server/http/metrics/latency.ts";
import { createLog } from "#server/telemetry/log.ts";
import { createServices } from "#server/start/create-services.ts";
import { condenseOutages } from "#server/start/outage-log.ts";
import { openStore } from "#server/start/open-store.ts";
import { readSecret } from "#server/start/secret.ts";
import { startTelemetry } from "#server/telemetry/provider.ts";

/**
 * The thread for slow pages (server/http/heavy-pages.ts): the same application on the same folder,
 * on a port known only to the main thread. It doesn't ingest events.
 */
export type PageWorkerData = {
  config: Config;
  parts: Pick<AppDeps, "basePath" | "publicUrl" | "clientFolder" | "own">;
};

const { config, parts } = workerData as PageWorkerData;
const { basePath = "" } = parts;

// For the trace ID on error pages: it comes with the request.
startTelemetry({ serviceName: "spoor" });
const intake = {
  receive: async () => refuseWith({ reason: "this thread serves pages", retryAfterS: 1 }),
};
const noState = () => idleState;
// The main thread logs database outages.
const log = condenseOutages(
  createLog((line) => process.stdout.write(line), Date.now),
  () => true,
);
const artifacts = artifactThread(import.meta.filename, config);
const store = await openStore(config);
const app = createApp({
  ...parts,
  services: createServices(store, intake, config, log, {
    artifacts,
    secret: await readSecret(config, store),
  }),
  intake,
  log,
  health: {
    draining: () => false,
    intake: noState,
    metrics: { text: async () => "", behindProxy: true },
  },
  latency: createRequestLatency(),
  trustProxy: "loopback",
});
const server = createServer(basePath === "" ? app : express().use(basePath, app));
server.listen(0, "127.0.0.1", () =>
  parentPort!.postMessage((server.address() as AddressInfo).port),
);
