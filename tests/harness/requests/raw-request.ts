import { connect } from "node:net";

export type RawAnswer = { status: number; headers: { [name: string]: string }; body: string };
export type RawRequest = {
  method?: string;
  /** The request target as sent: a path, a URL, or `*`. */
  target: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

const withinMs = 20_000;

/** Sends one request on its own connection byte by byte; status 0 means no response. */
export function rawRequest(origin: string, asked: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const end = () => {
      socket.destroy();
      resolve(answerOf(Buffer.concat(chunks).toString("latin1")));
    };
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("end", end).on("error", end).setTimeout(withinMs, end);
    socket.write(bytesOf(asked));
  });
}

function bytesOf({ method = "GET", target, headers = {}, body = "" }: RawRequest): Buffer {
  const length = body.length > 0 ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
  const all = { Host: "127.0.0.1", Connection: "close", ...length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"),
    Buffer.from(body),
  ]);
}

function answerOf(text: string): RawAnswer {
  const at = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, Math.max(at, 0)).split("\r\n");
  const pairs = lines.map((line) => [
    line.split(":", 1)[0]!.toLowerCase(),
    line.slice(line.indexOf(":") + 1).trim(),
  ]);
  const headers = Object.fromEntries(pairs) as { [name: string]: string };
  const body = at < 0 ? "" : text.slice(at + 4);
  const whole = headers["transfer-encoding"] === "chunked" ? unchunked(body) : body;
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? 0);
  return { status, headers, body: Buffer.from(whole, "latin1").toString() };
}

function unchunked(body: string): string {
  const parts: string[] = [];
  for (let rest = body; rest !== "";) {
    const line = rest.indexOf("\r\n");
    const size = parseInt(rest.slice(0, line), 16);
    if (line < 0 || !(size > 0)) break;
    parts.push(rest.slice(line + 2, line + 2 + size));
    rest = rest.slice(line + 4 + size);
  }
  return parts.join("");
}
