import type { Worker } from "node:worker_threads";
import type { IngestRequest, Reply } from "#server/ingest/request.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Trouble } from "#server/domain/health/trouble.ts";
import type { Intake } from "./intake.ts";
import { countRefusals, idleState, type IntakeState } from "./intake-state.ts";
import { sumOutcomes } from "./outcome-counts.ts";
import { type Refusal, refuseWith } from "./refusal.ts";
import { type FromWorker, packRequests, type ToWorker } from "./wire.ts";

/** The intake in the thread that holds the sockets: the same calls, answered by the worker. */
export type RemoteIntake = Intake & {
  /** At most one second old. */
  state(): IntakeState;
  /** Resolves after everything accepted is stored, and ends the worker. */
  close(): Promise<void>;
};

type RemoteIntakeDeps = { spawn: () => Worker; log: Log; now: () => number };

/** Requests are refused above this many bytes in flight to the worker, so memory is bounded. */
const flightBytesMax = 128 * 1024 * 1024;
/** The first delay; doubled by each failed start. */
const respawnAfterMs = 500;
const longestPauseMs = 10_000;

const restarting: Refusal = { reason: "the ingest worker is restarting", retryAfterS: 1 };
const tooMany: Refusal = { reason: "too many requests at once", retryAfterS: 2 };

type Flight = { request: IngestRequest; answer: (reply: Reply) => void };

/** Counters since the process started, across workers. */
type Counters = Pick<IntakeState, "accepted" | "refused" | "outcomes" | "deliveries">;

function sumCounters(a: Counters, b: Counters): Counters {
  return {
    accepted: a.accepted + b.accepted,
    refused: sum(a.refused, b.refused),
    outcomes: sumOutcomes(a.outcomes, b.outcomes),
    deliveries: {
      delivered: a.deliveries.delivered + b.deliveries.delivered,
      failed: a.deliveries.failed + b.deliveries.failed,
    },
  };
}

/** Resolves when the worker is ready. Rejects with its message if it can't open its folder. */
export async function startRemoteIntake({
  spawn,
  log,
  now,
}: RemoteIntakeDeps): Promise<RemoteIntake> {
  const flights = new Map<number, Flight>();
  let outbox: number[] = [];
  let flightBytes = 0;
  let lastId = 0;
  let worker: Worker | undefined;
  /** Respawns only after a successful first start; otherwise reports the error. */
  let respawns = false;
  let down: Trouble | undefined;
  let pauseMs = respawnAfterMs;
  let said: IntakeState = idleState;
  /** Counts of earlier workers. */
  let before: Counters = idleState;
  const refusals = countRefusals();

  function refuse(refusal: Refusal): Reply {
    refusals.count(refusal);
    return refuseWith(refusal);
  }

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = spawnOrReject(reject);
      if (!next) return;
      next.on("message", (message: FromWorker) => {
        if (message.kind === "ready") {
          worker = next;
          respawns = true;
          down = undefined;
          pauseMs = respawnAfterMs;
          resolve();
        } else if (message.kind === "failed") reject(new Error(message.sentence));
        else if (message.kind === "state") said = message.state;
        else if (message.kind === "replies")
          for (const { id, reply } of message.replies) settle(id, reply);
      });
      next.on("error", (error) => log("error", "The ingest worker failed.", { error }));
      next.on("exit", () => {
        worker = undefined;
        if (respawns) down ??= { kind: "worker-down", since: now() };
        before = sumCounters(before, said);
        const { accepted, refused, outcomes, deliveries } = idleState;
        said = { ...said, accepted, refused, outcomes, deliveries };
        for (const id of flights.keys()) settle(id, refuse(restarting));
        reject(new Error("The ingest worker ended before it was ready."));
        restartLater();
      });
    });
  }

  /** A process that can't start more threads throws instead of emitting an event. */
  function spawnOrReject(reject: (error: unknown) => void): Worker | undefined {
    try {
      return spawn();
    } catch (error) {
      reject(error);
      restartLater();
      return undefined;
    }
  }

  function restartLater(): void {
    if (respawns) setTimeout(() => void restart(), pauseMs);
    pauseMs = Math.min(longestPauseMs, 2 * pauseMs);
  }

  async function restart(): Promise<void> {
    await start().then(
      () => log("info", "The ingest worker restarted."),
      (error: unknown) => {
        log("error", "The ingest worker could not be restarted. It will be retried once.", {
          error,
        });
      },
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
    state: () => ({
      ...said,
      troubles: down ? [down, ...said.troubles] : said.troubles,
      ...sumCounters(before, { ...said, refused: sum(said.refused, refusals.read()) }),
    }),
    receive(request) {
      if (!worker || !respawns) return Promise.resolve(refuse(restarting));
      if (flightBytes > flightBytesMax) return Promise.resolve(refuse(tooMany));
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

function sum(a: IntakeState["refused"], b: IntakeState["refused"]): IntakeState["refused"] {
  const reasons = Object.keys({ ...a, ...b }) as Refusal["reason"][];
  return Object.fromEntries(reasons.map((reason) => [reason, (a[reason] ?? 0) + (b[reason] ?? 0)]));
}
