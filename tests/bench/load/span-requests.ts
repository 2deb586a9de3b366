import { randomFillSync } from "node:crypto";
import { gzipSync } from "node:zlib";
import { jsonOf, protobufOf, sampleBatch } from "../spans/span-batch.ts";
import type { TracedSpan } from "../spans/resource-spans.ts";
import { type BodyWithIds, bodyWithIds } from "./body-with-ids.ts";
import { Chance } from "./chance.ts";
import type { Encoding } from "./envelope.ts";
import type { Target } from "./job.ts";
import { type NextRequest, postHead } from "./requests.ts";

export type SpanFormat = "protobuf" | "json";
export type SpanEncoding = { encoding: Encoding; format: SpanFormat };

/** Repeated bodies are megabytes apart, beyond a compressor's window but not a dictionary. */
const bodyCount = 80;

/** The same spans in any encoding until their IDs are set. */
export function makeSpanBodies(what: SpanEncoding): BodyWithIds[] {
  const now = Date.now();
  return Array.from({ length: bodyCount }, (_, i) => makeBody(what, new Chance(i + 1), now));
}

export function spanRequests(
  target: Target,
  what: SpanEncoding,
  bodies: BodyWithIds[],
): NextRequest {
  const head = postHead(
    target,
    what.encoding,
    `application/${what.format === "json" ? "json" : "x-protobuf"}`,
  );
  const random = randomBytes();
  let sent = 0;
  return (into) => {
    const { bytes, setIds } = bodies[sent++ % bodies.length]!;
    const headLength = into.write(`${head}Content-Length: ${bytes.length}\r\n\r\n`, "latin1");
    const end = headLength + bytes.copy(into, headLength);
    setIds(into.subarray(headLength, end), random);
    return into.subarray(0, end);
  };
}

function makeBody({ encoding, format }: SpanEncoding, chance: Chance, now: number): BodyWithIds {
  const batch = sampleBatch(chance, now);
  if (format === "protobuf") return bodyWithIds(encoding, protobufOf(batch, chance), idsOf(batch));
  const json = jsonOf(batch, chance);
  // Only floors get JSON, and they store nothing, so IDs may repeat.
  return { bytes: encoding === "gzip" ? gzipSync(json) : json, setIds: () => {} };
}

function idsOf(batch: TracedSpan[]): Buffer[] {
  const traceIds = new Set(batch.map(({ traceId }) => traceId));
  return [...traceIds, ...batch.map(({ span }) => span.id)];
}

function randomBytes(): () => number {
  const bytes = Buffer.alloc(64 * 1024);
  let next = bytes.length;
  return () => {
    if (next === bytes.length) {
      randomFillSync(bytes);
      next = 0;
    }
    return bytes[next++]!;
  };
}
