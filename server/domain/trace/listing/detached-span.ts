import type { TraceSummary } from "./summary.ts";

/** Names of connection steps in OpenTelemetry's instrumentations, and prefixes of server layers. */
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

/** Maximum number of connection steps: a request or job with the same name has more spans. */
export const mostDetachedSpans = 10;

const startOf = (names: readonly string[]) =>
  names.map((name) => name.replaceAll(".", String.raw`\.`)).join("|");
/**
 * The same test on the text in `trace_shapes`, without parsing it: the name is the second string.
 */
export const mayBeDetached = new RegExp(
  String.raw`^\["(?:[^"\\]|\\.)*","(?:(?:${startOf(connectionNames)})"|${startOf(layerNames)})`,
);

/**
 * Whether a trace is only instrumentation outside any work: a connection opened by a pool, or a
 * layer around an unrecorded request. Jobs have other names. A failed one counts as an ordinary
 * trace.
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
