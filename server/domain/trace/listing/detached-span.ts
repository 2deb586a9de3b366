import type { TraceSummary } from "./summary.ts";

/**
 * Names that OpenTelemetry's instrumentations give to the steps of connecting, and what those of
 * layers of a server begin with.
 */
export const connectionNames: readonly string[] = [
  "dns.lookup",
  "tcp.connect",
  "tls.connect",
  "ipc.connect",
  "pg.connect",
  "pg-pool.connect",
  "redis-connect",
];
export const layerNames: readonly string[] = ["middleware - ", "router - "];

/** The steps of one connection, at most: a request or a job that was named like them has more. */
export const mostDetachedSpans = 10;

const startOf = (names: readonly string[]) =>
  names.map((name) => name.replaceAll(".", String.raw`\.`)).join("|");
/**
 * The same in what `trace_shapes` keeps, without reading it: the name is the second of its texts.
 */
export const mayBeDetached = new RegExp(
  String.raw`^\["(?:[^"\\]|\\.)*","(?:(?:${startOf(connectionNames)})"|${startOf(layerNames)})`,
);

/**
 * Whether a trace is nothing but what an instrumentation recorded outside of all work: a connection
 * that a pool opened by itself, a layer around a request that is not recorded. Jobs have names of
 * their own. One that failed is a trace like any other.
 */
export const isDetached = ({
  root,
  spanCount,
  errorCount,
  services,
  isDocument,
}: TraceSummary): boolean =>
  (root.kind === "internal" || root.kind === "client") &&
  errorCount === 0 &&
  spanCount <= mostDetachedSpans &&
  services.length === 1 &&
  !isDocument &&
  (connectionNames.includes(root.name) || layerNames.some((name) => root.name.startsWith(name)));
