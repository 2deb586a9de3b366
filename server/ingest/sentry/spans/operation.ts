import type { Attributes, SpanKind } from "#server/domain/trace/span.ts";

/**
 * Sentry's span operations say what OpenTelemetry says by kind; the longest matching beginning
 * counts.
 */
const kinds: [beginning: string, kind: SpanKind][] = [
  ["http.server", "server"],
  ["rpc.server", "server"],
  ["grpc.server", "server"],
  ["websocket.server", "server"],
  ["rails.request", "server"],
  ["function.aws", "server"],
  ["function.gcp", "server"],
  ["function.azure", "server"],
  ["http", "client"],
  ["rpc", "client"],
  ["grpc", "client"],
  ["graphql.request", "client"],
  ["db", "client"],
  ["cache", "client"],
  ["resource", "client"],
  ["queue.publish", "producer"],
  ["queue.submit", "producer"],
  ["queue.create", "producer"],
  ["queue.process", "consumer"],
  ["queue.receive", "consumer"],
  ["queue.task", "consumer"],
];

export function kindOfOperation(op: string): SpanKind {
  return kinds.find(([beginning]) => op.startsWith(beginning))?.[1] ?? "internal";
}

// `GET https://shop.example/cart`, `POST /cart`
const request = /^([A-Z]{3,10}) (\S+)$/;

/**
 * What an operation's description means in the words of the semantic conventions, where no
 * attribute says it already.
 */
export function describe(op: string, description: string, attributes: Attributes): Attributes {
  const said: Attributes = {};
  if (isQuery(op) && description !== "" && !isConnecting(description))
    said["db.query.text"] = description;
  const [, method, target] = (op.startsWith("http") && request.exec(description)) || [];
  if (method !== undefined && target !== undefined) {
    said["http.request.method"] = method;
    if (op !== "http.server" && target.includes("://")) said["url.full"] = target;
  }
  return { ...said, ...attributes };
}

/** `pg-pool.connect`, `pg.connect`: the SDK for Node has no operation of its own for it. */
const isConnecting = (description: string) => /^[\w-]+(?:\.[\w-]+)*\.connect$/.test(description);

/**
 * `db`, `db.sql.query`, `db.redis`, but not opening a connection (`db.connect`) nor object mapping.
 */
const isQuery = (op: string) =>
  /^db(?:\.(?:sql|query|redis|mongodb|sql\.(?:query|execute|exec)))?$/.test(op);
