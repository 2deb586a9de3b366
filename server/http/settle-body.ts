import type { IncomingMessage, ServerResponse } from "node:http";

/** How many bytes of an unread body are dropped after the response, and for how long. */
const drained = { bytes: 32 * 1024 * 1024, ms: 2_000 };
const lookMs = 50;

/**
 * A response may be sent before its request's body was read: a page without forms, a refusal. The
 * unread rest precedes the next request on the connection and would block it as long as the client
 * keeps it open. The rest is read and dropped. Clients that send more, or slowly, are disconnected.
 */
export function settleBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request) || settled.has(request)) return;
  settled.add(request);
  response.once("finish", () => !request.complete && drain(request));
}

/**
 * Both the server and the application call it, because the application may be mounted in another
 * server.
 */
const settled = new WeakSet<IncomingMessage>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function drain(request: IncomingMessage): void {
  const { socket } = request;
  const before = socket.bytesRead;
  const began = performance.now();
  request.removeAllListeners("data");
  request.resume();
  const looking = setInterval(() => {
    const isOver = request.complete || socket.destroyed;
    const isTooMuch =
      socket.bytesRead - before > drained.bytes || performance.now() - began > drained.ms;
    if (isOver || isTooMuch) clearInterval(looking);
    if (isTooMuch && !isOver) socket.destroy();
  }, lookMs).unref();
}
