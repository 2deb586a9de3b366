import { connect, type Socket } from "node:net";

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * A connection on which a test writes HTTP/1.1 byte for byte: partial requests, or several per
 * connection.
 */
export type RawConnection = {
  write(text: string | Uint8Array): void;
  /** The next response; rejects when the connection closes before its end, or after `withinMs`. */
  answer(withinMs?: number): Promise<RawAnswer>;
  /** Resolves to the time until the server closes the connection. */
  closed(withinMs?: number): Promise<number>;
  isOpen(): boolean;
  /** Reads nothing until `resume`. */
  pause(): void;
  resume(): void;
  end(): void;
};

export async function connectTo(url: string, localAddress?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(localAddress && { localAddress }),
  });
  await new Promise<void>((resolve, reject) =>
    socket.once("connect", resolve).once("error", reject),
  );
  let received = Buffer.alloc(0);
  let open = true;
  socket.on("data", (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
  // A reset closes the connection too.
  socket.on("error", () => undefined);
  socket.once("close", () => (open = false));
  const take = () => {
    const read = readAnswer(received);
    if (read) received = received.subarray(read.length);
    return read?.answer;
  };
  return {
    write: (text) => void socket.write(text),
    answer: (withinMs = 10_000) => waitFor(socket, withinMs, "an answer", take, () => open),
    async closed(withinMs = 10_000) {
      const began = performance.now();
      await waitFor(
        socket,
        withinMs,
        "the end of the connection",
        () => !open || undefined,
        () => true,
      );
      return performance.now() - began;
    },
    isOpen: () => open,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    end: () => socket.destroy(),
  };
}

async function waitFor<T>(
  socket: Socket,
  withinMs: number,
  what: string,
  look: () => T | undefined,
  goesOn: () => boolean,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (!goesOn()) throw new Error(`The connection ended before ${what}.`);
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function readAnswer(received: Buffer): { answer: RawAnswer; length: number } | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [first = "", ...lines] = received.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const status = Number(first.split(" ", 2)[1]);
  const begin = headEnd + 4;
  const isEmpty = status === 204 || status === 304 || status === 100;
  const read = isEmpty ? { body: "", length: 0 } : readBody(received.subarray(begin), headers);
  return read && { answer: { status, headers, body: read.body }, length: begin + read.length };
}

function readBody(
  bytes: Buffer,
  headers: Record<string, string>,
): { body: string; length: number } | undefined {
  if (headers["transfer-encoding"] === "chunked") return readChunks(bytes);
  const length = Number(headers["content-length"] ?? 0);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length).toString(), length };
}

function readChunks(bytes: Buffer): { body: string; length: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString("latin1"), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(parts).toString(), length: next };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
