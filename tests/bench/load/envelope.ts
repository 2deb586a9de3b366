import { crc32, deflateRawSync } from "node:zlib";
import { sampleEvent } from "./sample-event.ts";
import { storedBlockHead } from "./stored-block.ts";

export type Encoding = "gzip" | "plain";

/** A request body that can be sent repeatedly with other event IDs. */
export type Envelope = { bytes: Buffer; setEventId(copy: Buffer, eventId: string): void };

/**
 * Compressing each event would make the generator the bottleneck, so the gzip member starts with a
 * stored block up to the event ID, which can be replaced in place, and continues with data
 * compressed once; only the checksum is recalculated.
 */
export function makeEnvelope(
  encoding: Encoding,
  issue: number,
  variation: number,
  now: number,
): Envelope {
  const event = JSON.stringify({ event_id: noId, ...sampleEvent(issue, variation, now) });
  const eventStart = `{"event_id":"${noId}"`;
  const start = Buffer.from(`${headerLine(now)}{"type":"event"}\n${eventStart}`);
  const rest = Buffer.from(`${event.slice(eventStart.length)}\n`);
  return encoding === "gzip" ? compressed(start, rest) : plain(start, rest);
}

const noId = "0".repeat(32);

function headerLine(now: number): string {
  const sdk = { name: "sentry.javascript.node", version: "11.11.0" };
  return `${JSON.stringify({ event_id: noId, sent_at: new Date(now).toISOString(), sdk })}\n`;
}

function plain(start: Buffer, rest: Buffer): Envelope {
  const write = idWriter(start, 0);
  return { bytes: Buffer.concat([start, rest]), setEventId: write };
}

function compressed(start: Buffer, rest: Buffer): Envelope {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...storedBlockHead(start.length)]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(start.length + rest.length, 4);
  const bytes = Buffer.concat([head, start, deflateRawSync(rest), trailer]);
  const write = idWriter(start, head.length);
  return {
    bytes,
    setEventId(copy, eventId) {
      write(copy, eventId);
      const checksum = crc32(rest, crc32(copy.subarray(head.length, head.length + start.length)));
      copy.writeUInt32LE(checksum, bytes.length - 8);
    },
  };
}

/** The ID is in the envelope's header and in the event. */
function idWriter(start: Buffer, offset: number): Envelope["setEventId"] {
  const [first, second] = [offset + start.indexOf(noId), offset + start.lastIndexOf(noId)];
  return (copy, eventId) => {
    copy.write(eventId, first, "latin1");
    copy.write(eventId, second, "latin1");
  };
}
