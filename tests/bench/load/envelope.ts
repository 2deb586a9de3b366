import { crc32, deflateRawSync } from "node:zlib";
import { sampleEvent } from "./sample-event.ts";

export type Encoding = "gzip" | "plain";

/** A request's body, ready to be sent any number of times, each time with another event id. */
export type Envelope = { bytes: Buffer; setEventId(copy: Buffer, eventId: string): void };

/**
 * Compressing for each event would make the generator the bottleneck. So the gzip member begins with a stored block that
 * holds the envelope's header line, where an id can be replaced in place, and goes on with what was compressed once; only
 * the checksum is computed anew. The header's event id counts, whatever the payload says.
 */
export function makeEnvelope(encoding: Encoding, issue: number, variation: number, now: number): Envelope {
  const line = Buffer.from(headerLine(now));
  const rest = Buffer.from(`{"type":"event"}\n${JSON.stringify(sampleEvent(issue, variation, now))}\n`);
  return encoding === "gzip" ? compressed(line, rest) : plain(line, rest);
}

const idDigits = 32;
const idOffset = '{"event_id":"'.length;

function headerLine(now: number): string {
  const header = {
    event_id: "0".repeat(idDigits),
    sent_at: new Date(now).toISOString(),
    sdk: { name: "sentry.javascript.node", version: "11.11.0" },
  };
  return `${JSON.stringify(header)}\n`;
}

function plain(line: Buffer, rest: Buffer): Envelope {
  const setEventId: Envelope["setEventId"] = (copy, eventId) => void copy.write(eventId, idOffset, "latin1");
  return { bytes: Buffer.concat([line, rest]), setEventId };
}

function compressed(line: Buffer, rest: Buffer): Envelope {
  const start = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...storedBlockHead(line.length)]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(line.length + rest.length, 4);
  const bytes = Buffer.concat([start, line, deflateRawSync(rest), trailer]);
  return {
    bytes,
    setEventId(copy, eventId) {
      copy.write(eventId, start.length + idOffset, "latin1");
      const checksum = crc32(rest, crc32(copy.subarray(start.length, start.length + line.length)));
      copy.writeUInt32LE(checksum, bytes.length - 8);
    },
  };
}

/** RFC 1951 section 3.2.4: not the last block, stored, its length and the length's complement. */
function storedBlockHead(length: number): number[] {
  const complement = ~length & 0xffff;
  return [0, length & 0xff, length >> 8, complement & 0xff, complement >> 8];
}
