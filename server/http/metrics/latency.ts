import type { Request, RequestHandler } from "express";
import type { Metric } from "./format.ts";

/** Category of an address. Never the address itself: the number of series is bounded. */
const doors = ["ingest", "page", "data", "api", "mcp", "asset", "health"] as const;
type Door = (typeof doors)[number];

/** Seconds, as in Prometheus client libraries. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type RequestLatency = { observe(door: Door, ms: number): void; metric(): Metric };

export function createRequestLatency(): RequestLatency {
  const series = new Map(
    doors.map((door) => [door, { buckets: bounds.map(() => 0), count: 0, sumMs: 0 }]),
  );
  return {
    observe(door, ms) {
      const one = series.get(door)!;
      one.count += 1;
      one.sumMs += ms;
      const at = bounds.findIndex((bound) => ms <= bound * 1000);
      if (at >= 0) one.buckets[at]! += 1;
    },
    metric: () => ({
      name: "spoor_http_request_duration_seconds",
      type: "histogram",
      help: "Time from receiving a request's headers to the end of the response, by kind of request. Excludes live updates.",
      samples: [...series].flatMap(([door, { buckets, count, sumMs }]) => {
        let below = 0;
        const upTo = bounds.map((bound, at) =>
          bucket(door, String(bound), (below += buckets[at]!)),
        );
        const totals = [
          { suffix: "_sum", labels: { door }, value: sumMs / 1000 },
          { suffix: "_count", labels: { door }, value: count },
        ];
        return [...upTo, bucket(door, "+Inf", count), ...totals];
      }),
    }),
  };
}

const bucket = (door: Door, le: string, value: number) => ({
  suffix: "_bucket",
  labels: { door, le },
  value,
});

/** For all requests not handled by the ingest endpoints, which measure their own time. */
export function timed(latency: RequestLatency): RequestHandler {
  return (request, response, next) => {
    const door = doorOf(request);
    const startedAt = performance.now();
    if (door) response.once("finish", () => latency.observe(door, performance.now() - startedAt));
    next();
  };
}

/** Undefined for a stream, which ends when its reader disconnects. */
function doorOf({ path }: Request): Door | undefined {
  if (path === "/healthz" || path === "/readyz" || path === "/metrics") return "health";
  if (path === "/mcp") return "mcp";
  if (path.startsWith("/api/") || path.startsWith("/v1/")) return "api";
  if (path.startsWith("/assets/") || /^\/[\w-]+\.\w+$/.test(path)) return "asset";
  if (/^\/[^/]+\/live$/.test(path)) return undefined;
  return /\.(?:json|md)$/.test(path) ? "data" : "page";
}
