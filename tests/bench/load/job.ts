import type { Encoding } from "./envelope.ts";
import type { SpanFormat } from "./span-requests.ts";

/** What the generator is asked to do: for so long, over so many connections, each with one request at a time. */
export type Job = {
  target: Target;
  what:
    | { kind: "events"; encoding: Encoding; issueCount: number }
    | { kind: "spans"; encoding: Encoding; format: SpanFormat }
    | { kind: "pages"; headers: { [name: string]: string } };
  connections: number;
  seconds: number;
  /** Requests in all, when fewer than the time would allow. */
  requestsMax?: number;
  /** Paced, whatever the answers take; as fast as they come when undefined. */
  perSecond?: number;
  /** Where a pace cannot be held because all connections wait, only the server's own time counts: "sent". */
  latencyFrom?: "due" | "sent";
};

/** Always on this machine. */
export type Target = { port: number; path: string };

export type Outcome = {
  /** How many requests were answered with each status; 0 stands for a broken connection. */
  statuses: { [status: string]: number };
  /** From the first request to the last answer. */
  seconds: number;
  /** From when a request was due, or sent, to its answer. */
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
  /** Of the generator: at a whole core it, not the server, would be what was measured. */
  cpuShare: number;
};
