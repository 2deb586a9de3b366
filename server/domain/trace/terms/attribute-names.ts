// Names that OpenTelemetry has since replaced (PROTOCOL B.4): old SDKs still send them, and pages
// know the new ones alone.
const successors = new Map<string, string>([
  ["http.method", "http.request.method"],
  ["http.status_code", "http.response.status_code"],
  ["http.url", "url.full"],
  ["http.scheme", "url.scheme"],
  ["http.host", "server.address"],
  ["http.server_name", "server.address"],
  ["http.user_agent", "user_agent.original"],
  ["http.client_ip", "client.address"],
  ["http.flavor", "network.protocol.version"],
  ["http.resend_count", "http.request.resend_count"],
  ["http.request_content_length", "http.request.body.size"],
  ["http.response_content_length", "http.response.body.size"],
  ["net.host.name", "server.address"],
  ["net.host.port", "server.port"],
  ["net.peer.name", "server.address"],
  ["net.peer.port", "server.port"],
  ["net.peer.ip", "network.peer.address"],
  ["net.host.ip", "network.local.address"],
  ["net.sock.peer.addr", "network.peer.address"],
  ["net.sock.peer.port", "network.peer.port"],
  ["net.sock.peer.name", "network.peer.address"],
  ["net.sock.host.addr", "network.local.address"],
  ["net.sock.host.port", "network.local.port"],
  ["net.sock.family", "network.type"],
  ["net.protocol.name", "network.protocol.name"],
  ["net.protocol.version", "network.protocol.version"],
  ["net.app.protocol.name", "network.protocol.name"],
  ["net.app.protocol.version", "network.protocol.version"],
  ["net.transport", "network.transport"],
  ["db.system", "db.system.name"],
  ["db.name", "db.namespace"],
  ["db.statement", "db.query.text"],
  ["db.operation", "db.operation.name"],
  ["db.sql.table", "db.collection.name"],
  ["db.mongodb.collection", "db.collection.name"],
  ["db.cassandra.table", "db.collection.name"],
  ["messaging.destination", "messaging.destination.name"],
  ["messaging.operation", "messaging.operation.type"],
  ["code.function", "code.function.name"],
  ["code.filepath", "code.file.path"],
  ["code.lineno", "code.line.number"],
  ["code.column", "code.column.number"],
  ["enduser.id", "user.id"],
  ["deployment.environment", "deployment.environment.name"],
]);

/** Seen from the server these name the other side, not the server itself. */
const successorsOnServers = new Map<string, string>([
  ["net.peer.name", "client.address"],
  ["net.peer.port", "client.port"],
]);

/** Today's name of an attribute: its own unless it has been replaced. */
export const currentName = (key: string): string => successors.get(key) ?? key;

/**
 * Today's name where a span of this kind carries `key` and it was replaced; undefined where it was
 * not. `http.target` (a path and a query in one) is the reader's business.
 */
export function successorOf(key: string, kind: string): string | undefined {
  return (kind === "server" ? successorsOnServers.get(key) : undefined) ?? successors.get(key);
}

const unknownService = "unknown_service";

/**
 * SDKs put the program's path behind the name they fall back to: `unknown_service:/usr/bin/node`.
 */
export function serviceName(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.startsWith(`${unknownService}:`))
    return unknownService;
  return value.slice(0, 200);
}
