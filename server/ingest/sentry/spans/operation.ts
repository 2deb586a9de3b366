import type { Attributes, SpanKind } from "#server/domain/trace/span.ts";

/** Span kinds of Sentry's span operations; the longest matching prefix counts. */
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

/** An operation's description as semantic convention attributes, unless one exists. */
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

/** `pg-pool.connect`, `pg.connect`: the SDK for Node has no operation for it. */
const isConnecting = (description: string) => /^[\w-]+(?:\.[\w-]+)*\.connect$/.test(description);

/**
 * `db`, `db.sql.query`, `db.redis`, but neither opening a connection (`db.connect`) nor object
 * mapping.
 */
const isQuery = (op: string) =>
  /^db(?:\.(?:sql|query|redis|mongodb|sql\.(?:query|execute|exec)))?$/.test(op);
