import type { Worker } from "node:worker_threads";
import type { IngestRequest, Reply } from "#server/ingest/request.ts";
import type { Log } from "#server/log.ts";
import { type Intake, unavailable } from "./intake.ts";
import { type FromWorker, packRequests, type ToWorker } from "./wire.ts";

/** The intake as the thread with the sockets sees it: the same call, answered by the worker. */
export type RemoteIntake = Intake & {
  /** Why every request is refused with 503 just now; undefined when they are taken. */
  unreadyBecause(): string | undefined;
  /** Resolves once everything accepted is on the pages, and ends the worker. */
  close(): Promise<void>;
};

export type RemoteIntakeParts = { spawn: () => Worker; log: Log };

/** More than this in flight to the worker and the rest is refused at once: memory stays bounded. */
const flightBytesMax = 128 * 1024 * 1024;
const respawnAfterMs = 500;

type Flight = { request: IngestRequest; answer: (reply: Reply) => void };

/** Resolves when the worker is up; rejects with its sentence when it cannot open its folder. */
export async function startRemoteIntake({ spawn, log }: RemoteIntakeParts): Promise<RemoteIntake> {
  const flights = new Map<number, Flight>();
  let outbox: number[] = [];
  let flightBytes = 0;
  let lastId = 0;
  let worker: Worker | undefined;
  /** A worker that was never up says why, and that is for the operator; only one that was is started again. */
  let respawns = false;

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = spawn();
      next.on("message", (message: FromWorker) => {
        if (message.kind === "ready") {
          worker = next;
          respawns = true;
          resolve();
        } else if (message.kind === "failed") reject(new Error(message.sentence));
        else if (message.kind === "replies") for (const { id, reply } of message.replies) settle(id, reply);
      });
      next.on("error", (error) => log("error", "The ingest worker failed.", { error }));
      next.on("exit", () => {
        worker = undefined;
        for (const id of flights.keys()) settle(id, unavailable("the ingest worker is restarting", 1));
        reject(new Error("The ingest worker ended before it was ready."));
        if (respawns) setTimeout(() => void restart(), respawnAfterMs);
      });
    });
  }

  async function restart(): Promise<void> {
    await start().then(
      () => log("info", "The ingest worker is up again."),
      (error: unknown) => log("error", "The ingest worker could not be started again.", { error }),
    );
  }

  function settle(id: number, reply: Reply): void {
    const flight = flights.get(id);
    if (!flight) return;
    flights.delete(id);
    flightBytes -= flight.request.body.byteLength;
    flight.answer(reply);
  }

  function send(): void {
    const requests = outbox.flatMap((id) => {
      const flight = flights.get(id);
      return flight ? { id, request: flight.request } : [];
    });
    outbox = [];
    const message: ToWorker = packRequests(requests);
    worker?.postMessage(message, [message.bytes.buffer as ArrayBuffer]);
  }

  await start();
  return {
    unreadyBecause: () => (worker ? undefined : "The ingest worker is restarting."),
    receive(request) {
      if (!worker || !respawns) return Promise.resolve(unavailable("the ingest worker is restarting", 1));
      if (flightBytes > flightBytesMax) return Promise.resolve(unavailable("too many requests at once", 2));
      return new Promise((answer) => {
        const id = (lastId += 1);
        flights.set(id, { request, answer });
        flightBytes += request.body.byteLength;
        if (outbox.push(id) === 1) setImmediate(send);
      });
    },
    close: () =>
      new Promise((resolve) => {
        respawns = false;
        if (!worker) return resolve();
        worker.once("exit", () => resolve());
        worker.postMessage({ kind: "drain" } satisfies ToWorker);
      }),
  };
}
