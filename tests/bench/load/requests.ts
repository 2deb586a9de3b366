import { randomFillSync } from "node:crypto";
import { type Encoding, type Envelope, makeEnvelope } from "./envelope.ts";
import type { Target } from "./job.ts";

/** Writes the next request into `into`. Returns the filled part. */
export type NextRequest = (into: Buffer) => Uint8Array;

/** Large enough for any request. */
export const requestBytesMax = 256 * 1024;

/** Enough that no two events of a server's batch are equal except their IDs. */
const envelopeCount = 1000;

export function makeEnvelopes(encoding: Encoding, issueCount: number): Envelope[] {
  const now = Date.now();
  return Array.from({ length: envelopeCount }, (_, i) =>
    makeEnvelope(encoding, i % issueCount, Math.floor(i / issueCount), now),
  );
}

export function eventRequests(
  target: Target,
  encoding: Encoding,
  envelopes: Envelope[],
): NextRequest {
  const head = postHead(target, encoding, "application/x-sentry-envelope");
  const nextId = eventIds();
  let sent = 0;
  return (into) => {
    const envelope = envelopes[sent++ % envelopes.length]!;
    const headLength = into.write(
      `${head}Content-Length: ${envelope.bytes.length}\r\n\r\n`,
      "latin1",
    );
    const end = headLength + envelope.bytes.copy(into, headLength);
    envelope.setEventId(into.subarray(headLength, end), nextId());
    return into.subarray(0, end);
  };
}

export function pageRequests(
  { port, path }: Target,
  headers: { [name: string]: string },
): NextRequest {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return () => request;
}

export function postHead({ port, path }: Target, encoding: Encoding, contentType: string): string {
  const fixed = `Content-Type: ${contentType}\r\nUser-Agent: sentry.javascript.node/11.11.0\r\n`;
  const encoded = encoding === "gzip" ? "Content-Encoding: gzip\r\n" : "";
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${fixed}${encoded}`;
}

/** Random as in clients: ordered IDs would spare an index work. */
function eventIds(): () => string {
  const bytes = Buffer.alloc(16 * 1024);
  let offset = bytes.length;
  return () => {
    if (offset === bytes.length) {
      randomFillSync(bytes);
      offset = 0;
    }
    return bytes.toString("hex", offset, (offset += 16));
  };
}
