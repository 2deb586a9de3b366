// Names that OpenTelemetry's semantic conventions have replaced: old SDKs still send them, and pages
// use only the new ones.
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

/** On a server, these name the peer, not the server itself. */
const successorsOnServers = new Map<string, string>([
  ["net.peer.name", "client.address"],
  ["net.peer.port", "client.port"],
]);

/** An attribute's current name: its own unless it was replaced. */
export const currentName = (key: string): string => successors.get(key) ?? key;

/**
 * The current name of `key` on a span of this kind, if it was replaced; otherwise undefined. The
 * caller splits `http.target` (path and query in one).
 */
export function successorOf(key: string, kind: string): string | undefined {
  return (kind === "server" ? successorsOnServers.get(key) : undefined) ?? successors.get(key);
}

const unknownService = "unknown_service";

/** SDKs append the program's path to their default name: `unknown_service:/usr/bin/node`. */
export function serviceName(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.startsWith(`${unknownService}:`))
    return unknownService;
  return value.slice(0, 200);
}
