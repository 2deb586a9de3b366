import type { IncomingMessage, ServerResponse } from "node:http";

/** How much of a body that nothing has read is let go after the answer, and for how long. */
const drained = { bytes: 32 * 1024 * 1024, ms: 2_000 };
const lookMs = 50;

/**
 * An answer may go out before the body of its request was read: a page that takes no forms, a
 * refusal. What is left of the body is before the next request on the connection, and held that up
 * for as long as the client kept it open. The rest is read and dropped; a client that sends more,
 * or sends it slowly, loses its connection.
 */
export function settleBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request) || settled.has(request)) return;
  settled.add(request);
  response.once("finish", () => !request.complete && drain(request));
}

/**
 * Both the server and the application ask for it: the application may be mounted in another server.
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
