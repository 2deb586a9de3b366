import type { Encoding } from "./envelope.ts";
import type { SpanFormat } from "./span-requests.ts";

/** A generator job: duration, number of connections (one request at a time each), and requests. */
export type Job = {
  target: Target;
  what:
    | { kind: "events"; encoding: Encoding; issueCount: number }
    | { kind: "spans"; encoding: Encoding; format: SpanFormat }
    | { kind: "pages"; headers: { [name: string]: string } };
  connections: number;
  seconds: number;
  /** Total requests, if fewer than time allows. */
  requestsMax?: number;
  /** Paced regardless of responses; as fast as they arrive if undefined. */
  perSecond?: number;
  /**
   * "sent" counts only the server's time where a pace cannot be kept because all connections wait.
   */
  latencyFrom?: "due" | "sent";
};

/** Always on this machine. */
export type Target = { port: number; path: string };

export type Outcome = {
  /** Number of responses by status; 0 is a broken connection. */
  statuses: { [status: string]: number };
  /** From the first request to the last response. */
  seconds: number;
  /** From the time a request was due or sent to its response. */
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
  /** CPU of the generator: at a full core it would be measured, not the server. */
  cpuShare: number;
};
