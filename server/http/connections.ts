import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

export type Connections = {
  /** Takes no new connections and answers what is under way; resolves to the number of requests that `withinMs` cut off. */
  drain(withinMs: number): Promise<number>;
};

/**
 * A connection that says nothing for this long is closed. At once would be too soon: a client that sends one request after the
 * other has the next one on its way, and would see it fail (of 8 senders under load, 7 did).
 */
const quietMs = 250;
const lookMs = 50;

/** Node's own record of the answer that a connection waits for: undefined between two requests. */
type Serving = Socket & { _httpMessage?: ServerResponse | null };

export function watchConnections(server: Server): Connections {
  const open = new Set<Serving>();
  server.on("connection", (socket: Serving) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });

  async function drain(withinMs: number): Promise<number> {
    const closed = new Promise((resolve) => server.once("close", resolve));
    // Not HTTP's own `close`: it cuts connections on which a request may just arrive.
    NetServer.prototype.close.call(server);
    server.prependListener("request", (_request, response) => announceEnd(response));
    for (const socket of open) announceEnd(socket._httpMessage);
    const looking = setInterval(closeQuiet(open), lookMs);
    const cut = new Promise<void>((resolve) => setTimeout(resolve, withinMs).unref());
    await Promise.race([closed, cut]);
    clearInterval(looking);
    const left = [...open].filter((socket) => socket._httpMessage).length;
    server.closeAllConnections();
    for (const socket of open) socket.destroy();
    return left;
  }

  return { drain };
}

function announceEnd(response: ServerResponse | null | undefined): void {
  if (response && !response.headersSent) response.setHeader("Connection", "close");
}

/** Looks at each connection: closes those that have neither a request under way nor a byte of the next one. */
function closeQuiet(open: Set<Serving>): () => void {
  const seen = new Map<Socket, { bytes: number; at: number }>();
  return () => {
    const at = performance.now();
    for (const socket of open) {
      const last = seen.get(socket);
      const isQuiet = !socket._httpMessage && socket.writableLength === 0 && last?.bytes === socket.bytesRead;
      if (!isQuiet) seen.set(socket, { bytes: socket.bytesRead, at });
      else if (at - last.at >= quietMs) socket.destroy();
    }
  };
}
