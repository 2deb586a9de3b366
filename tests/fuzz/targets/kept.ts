import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readArchive } from "#server/backup/read-archive.ts";
import {
  decodeRecord,
  encodeRecord,
  nextRecord,
  type RecordHead,
} from "#server/digest/spool/record.ts";
import type { JsonObject } from "#server/domain/json.ts";
import { cleanse } from "#server/ingest/scrub.ts";
import { builtInRules } from "#server/ingest/scrub-rules.ts";
import { envelopeOf, requestOf, sampleEvent } from "#server/ingest/sentry/sample.fixture.ts";
import { splice } from "#server/ingest/splice.ts";
import { decodeHeader, encodeHeader } from "#server/backup/tar.ts";
import type { Target } from "#tests/fuzz/target.ts";

const { body, ...facts } = requestOf(envelopeOf(sampleEvent));
const head = { projectId: 42, ...facts } as RecordHead;
const recordOf = (content: Uint8Array) =>
  Buffer.concat(encodeRecord({ head, body: content }).chunks);
const segment = Buffer.concat([
  recordOf(body),
  recordOf(Buffer.alloc(0)),
  recordOf(Buffer.from('{"projectId":1}')),
]);

const secret = {
  ...sampleEvent,
  user: { password: "hunter2", ip_address: "1.2.3.4" },
  extra: { token: "abc" },
};
const tar = (name: string, content: string) => {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    encodeHeader({ name, bytes: bytes.length }, 0),
    bytes,
    Buffer.alloc(512 - (bytes.length % 512)),
  ]);
};
const archive = Buffer.concat([
  tar("spoor.db", "content"),
  tar("manifest.json", "{}"),
  Buffer.alloc(1_024),
]);

/**
 * Data written by Spoor and read back from a disk, possibly damaged, and bytes that it edits in
 * place.
 */
export const keptTargets: Target[] = [
  {
    name: "spool record",
    seeds: [segment, recordOf(body)],
    words: ['{"projectId":'],
    read: (bytes) => {
      for (let at: number | undefined = 0; at !== undefined;) {
        const read: ReturnType<typeof decodeRecord> = decodeRecord(bytes, at);
        if (read === "end") return;
        const next: number | undefined = read === "torn" ? nextRecord(bytes, at) : read.next;
        assert.ok(next === undefined || (next > at && next <= bytes.length), "goes on");
        at = next;
      }
    },
  },
  {
    name: "splice",
    seeds: [
      JSON.stringify(secret),
      JSON.stringify({ request: { headers: [["Authorization", "Bearer x"]] } }),
    ],
    words: [
      '"password":"a"',
      '"token":"b"',
      "\\u0061",
      "hunter2",
      '"ip_address":"',
      "[Filtered]",
      ",",
    ],
    read: (source) => {
      let payload: unknown;
      try {
        payload = JSON.parse(source.toString("utf8"));
      } catch {
        return;
      }
      if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return;
      const { edits } = cleanse(payload as JsonObject, builtInRules);
      const pieces = edits && edits.length > 0 ? splice(source, edits) : undefined;
      if (pieces) assert.deepEqual(JSON.parse(Buffer.concat(pieces).toString()), payload);
    },
  },
  {
    name: "backup",
    seeds: [archive],
    read: async (bytes) => {
      if (bytes.length >= 512) decodeHeader(bytes.subarray(0, 512));
      const taken = readArchive(piecesOf(bytes), async (_entry, content) => {
        for await (const _ of content);
      });
      await taken.catch((error: Error) => assert.equal(error.name, "BackupFault", error.stack));
    },
  },
];

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}
