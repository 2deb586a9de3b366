import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Log } from "#server/telemetry/log.ts";
import { type ConnectionBounds, isBounded } from "./connection-bounds.ts";

export type Connections = {
  /**
   * Stops accepting connections and completes pending requests. Resolves to the number of requests
   * cut off after `withinMs`.
   */
  drain(withinMs: number): Promise<number>;
};

/**
 * Idle connections are closed after this time. Closing immediately would break clients whose next
 * request is already in transit (7 of 8 senders under load).
 */
const quietMs = 250;
const lookMs = 50;

/** Node's record of a connection's pending response: undefined between requests. */
type Serving = Socket & { _httpMessage?: ServerResponse | null };

/** Open connections with their opening times. */
type Opened = Map<Serving, number>;

export function watchConnections(server: Server, bounds: ConnectionBounds, log: Log): Connections {
  const open: Opened = new Map();
  const ofAddress = new Map<string, number>();
  const refused = countRefused(bounds, log);
  server.maxConnections = bounds.all;
  server.on("drop", () => {
    refused.count("all");
    server.closeIdleConnections();
    closeSilent(open);
  });
  server.on("connection", (socket: Serving) => {
    open.set(socket, performance.now());
    const { remoteAddress = "" } = socket;
    const count = (ofAddress.get(remoteAddress) ?? 0) + 1;
    ofAddress.set(remoteAddress, count);
    socket.once("close", () => {
      open.delete(socket);
      leave(ofAddress, remoteAddress);
    });
    if (count <= bounds.perAddress || !isBounded(remoteAddress)) return;
    refused.count("perAddress");
    socket.destroy();
  });

  async function drain(withinMs: number): Promise<number> {
    const closed = new Promise((resolve) => server.once("close", resolve));
    // Not HTTP's own `close`: it cuts connections on which a request may be arriving.
    NetServer.prototype.close.call(server);
    server.prependListener("request", (_request, response) => announceEnd(response));
    for (const socket of open.keys()) announceEnd(socket._httpMessage);
    const looking = setInterval(closeQuiet(open), lookMs);
    const cut = new Promise<void>((resolve) => setTimeout(resolve, withinMs).unref());
    await Promise.race([closed, cut]);
    clearInterval(looking);
    const left = [...open.keys()].filter((socket) => socket._httpMessage).length;
    server.closeAllConnections();
    for (const socket of open.keys()) socket.destroy();
    return left;
  }

  return { drain };
}

/** How long a client may take for its first byte when the connection limit is reached. */
const silentMs = 2_000;

/** Closes connections that never sent anything, to make room for active ones. */
function closeSilent(open: Opened): void {
  const now = performance.now();
  for (const [socket, at] of open)
    if (socket.bytesRead === 0 && now - at > silentMs) socket.destroy();
}

function leave(ofAddress: Map<string, number>, address: string): void {
  const count = ofAddress.get(address)! - 1;
  if (count > 0) ofAddress.set(address, count);
  else ofAddress.delete(address);
}

const saidEveryMs = 60_000;

/** At most one log line per minute. */
function countRefused(bounds: ConnectionBounds, log: Log) {
  let connections = 0;
  let saidAt = -Infinity;
  return {
    count(bound: keyof ConnectionBounds): void {
      connections += 1;
      if (performance.now() - saidAt < saidEveryMs) return;
      saidAt = performance.now();
      const whose = bound === "all" ? "this process" : "one address";
      log("warn", `Refused connections: ${whose} reached its limit of ${bounds[bound]}.`, {
        connections,
      });
      connections = 0;
    },
  };
}

function announceEnd(response: ServerResponse | null | undefined): void {
  if (response && !response.headersSent) response.setHeader("Connection", "close");
}

/** Closes connections with neither a pending request nor a byte of the next one. */
function closeQuiet(open: Opened): () => void {
  const seen = new Map<Socket, { bytes: number; at: number }>();
  return () => {
    const at = performance.now();
    for (const socket of open.keys()) {
      const last = seen.get(socket);
      const isQuiet =
        !socket._httpMessage && socket.writableLength === 0 && last?.bytes === socket.bytesRead;
      if (!isQuiet) seen.set(socket, { bytes: socket.bytesRead, at });
      else if (at - last.at >= quietMs) socket.destroy();
    }
  };
}
