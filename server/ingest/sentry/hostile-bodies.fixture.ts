import { Buffer } from "node:buffer";
import * as zlib from "node:zlib";
import type { IngestRequest } from "#server/ingest/request.ts";
import { envelopeOf, sampleEvent, sampleKey } from "./sample.fixture.ts";

// Hostile or broken bodies, and the expected responses.

export type Hostile = {
  name: string;
  body: string | Uint8Array;
  change?: Partial<IngestRequest>;
  status: number;
  /** Part of the helpful message. */
  says?: string | RegExp;
  /** The remaining content, if admitted. */
  keeps?: string;
};

export const good = envelopeOf(sampleEvent);
export const encoded = (encoding: string) => ({ headers: { "content-encoding": encoding } });
export const to = (path: string, search = `?sentry_key=${sampleKey}`) => ({ url: path + search });
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 9);
const bomb = Buffer.alloc(101 * 1024 * 1024);
// Packed at the lowest level, which takes a third of the time.
export const deflatedBomb = zlib.deflateSync(bomb, { level: 1 });
const nested = (depth: number) => `{"extra":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
const item = (header: string, payload: string) => `{}\n${header}\n${payload}`;
const script = "<script>alert(1)</script>";
const big = JSON.stringify({ extra: { a: "x".repeat(1_100_000) } });

export const hostileBodies: Hostile[] = [
  // Encodings
  {
    name: "gzip cut off",
    body: cut(zlib.gzipSync(good)),
    change: encoded("gzip"),
    status: 400,
    says: "incomplete",
  },
  {
    name: "brotli cut off",
    body: cut(zlib.brotliCompressSync(good)),
    change: encoded("br"),
    status: 400,
    says: "incomplete",
  },
  {
    name: "zstd cut off",
    body: cut(zlib.zstdCompressSync(good)),
    change: encoded("zstd"),
    status: 400,
    says: "incomplete",
  },
  {
    name: "deflate cut off",
    body: cut(zlib.deflateSync(good)),
    change: encoded("deflate"),
    status: 400,
    says: "incomplete",
  },
  {
    name: "plain text called gzip",
    body: good,
    change: encoded("gzip"),
    status: 400,
    says: "declared as gzip",
  },
  {
    name: "plain text called zstd",
    body: good,
    change: encoded("zstd"),
    status: 400,
    says: "declared as zstd",
  },
  {
    name: "gzip bomb",
    body: zlib.gzipSync(bomb, { level: 1 }),
    change: encoded("gzip"),
    status: 413,
    says: "100 MiB",
  },
  {
    name: "brotli bomb",
    // At the default quality, packing it took 3 seconds.
    body: zlib.brotliCompressSync(bomb, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    change: encoded("br"),
    status: 413,
    says: "100 MiB",
  },
  {
    name: "zstd bomb",
    body: zlib.zstdCompressSync(bomb),
    change: encoded("zstd"),
    status: 413,
    says: "100 MiB",
  },
  {
    name: "deflate bomb",
    body: deflatedBomb,
    change: encoded("deflate"),
    status: 413,
    says: "100 MiB",
  },
  {
    name: "21 MiB on the wire",
    body: new Uint8Array(21 * 1024 * 1024),
    status: 413,
    says: "20 MiB",
  },
  {
    name: "unknown encoding",
    body: good,
    change: encoded("snappy"),
    status: 415,
    says: /gzip, x-gzip, deflate, br, zstd/,
  },
  {
    name: "two encodings",
    body: good,
    change: encoded("gzip, br"),
    status: 415,
    says: "not supported",
  },
  {
    name: "gzip with a lying size at its end",
    body: lyingGzip(),
    change: encoded("gzip"),
    status: 400,
    says: "gzip",
  },
  // Framing
  { name: "nothing", body: "", status: 400, says: "byte 0" },
  {
    name: "no envelope",
    body: "hello",
    status: 400,
    says: /byte 0: .* expected value, found "hello"/,
  },
  { name: "a list as header", body: "[]\n", status: 400, says: "byte 0" },
  { name: "a header with a fault", body: `{"event_id":}\n`, status: 400, says: "byte 12" },
  { name: "binary", body: Buffer.from([0, 255, 254, 10, 0, 1]), status: 400, says: "byte 0" },
  {
    name: "a header of a megabyte",
    body: `{"a":"${"x".repeat(1_000_000)}"}`,
    status: 400,
    says: "longer than 65536",
  },
  {
    name: "length beyond the end",
    body: item(`{"type":"event","length":999}`, "{}"),
    status: 400,
    says: "999 bytes, but only 2 are left",
  },
  {
    name: "length too short",
    body: item(`{"type":"event","length":1}`, "{}"),
    status: 400,
    says: "no line ends there",
  },
  {
    name: "negative length",
    body: item(`{"type":"event","length":-5}`, "{}"),
    status: 400,
    says: "-5",
  },
  {
    name: "length that is text",
    body: item(`{"type":"event","length":"2"}`, "{}"),
    status: 400,
    says: "not a number of bytes",
  },
  {
    name: "length beyond all numbers",
    body: item(`{"type":"event","length":1e300}`, "{}"),
    status: 400,
    says: "1e+300",
  },
  {
    name: "fault after a good item",
    body: `${good}{"type":"event","length":999}\n{}`,
    status: 200,
    keeps: "TypeError",
  },
  { name: "an item without a type", body: item("{}", "{}"), status: 200, keeps: "" },
  // JSON
  {
    name: "an event that is no JSON",
    body: envelopeOf("{'a':1}"),
    status: 400,
    says: /not valid JSON at byte 1/,
  },
  {
    name: "an event cut off",
    body: envelopeOf(`{"message":"hel`),
    status: 400,
    says: "not valid JSON",
  },
  { name: "an event that is a list", body: envelopeOf("[1]"), status: 400, says: "not an object" },
  { name: "an event that is null", body: envelopeOf("null"), status: 400, says: "not an object" },
  {
    name: "a bad event beside a good one",
    body: `${good}{"type":"event"}\nnope\n`,
    status: 200,
    keeps: "TypeError",
  },
  { name: "an event over 1 MiB", body: envelopeOf(big), status: 413, says: "1 MiB" },
  {
    name: "one over 1 MiB beside a good one",
    body: `${good}{"type":"event"}\n${big}\n`,
    status: 200,
    keeps: "TypeError",
  },
  {
    name: "invalid UTF-8",
    body: Buffer.concat([
      Buffer.from(`{}\n{"type":"event"}\n{"message":"a`),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(`b"}`),
    ]),
    status: 200,
    keeps: "a\ufffd\ufffdb",
  },
  {
    name: "NaN and Infinity",
    body: envelopeOf(`{"message":"NaN in text","extra":{"a":NaN,"b":-Infinity}}`),
    status: 200,
    keeps: "NaN in text",
  },
  { name: "nested a hundred deep", body: envelopeOf(nested(100)), status: 200, keeps: "" },
  {
    name: "nested a hundred thousand deep",
    body: envelopeOf(nested(100_000)),
    status: 200,
    keeps: "",
  },
  {
    name: "opened a million times, never closed",
    body: envelopeOf("[".repeat(1_000_000)),
    status: 400,
    says: "not valid JSON",
  },
  {
    name: "a string of a megabyte, never closed",
    body: envelopeOf(`{"a":"${`\\"`.repeat(400_000)}`),
    status: 400,
    says: "not valid JSON",
  },
  {
    name: "__proto__",
    body: envelopeOf(
      `{"message":"m","__proto__":{"polluted":1},"extra":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"tags":{"__proto__":"x"}}`,
    ),
    status: 200,
    keeps: "m",
  },
  { name: "script in every text", body: envelopeOf(scripted()), status: 200, keeps: script },
];

function lyingGzip(): Buffer {
  const bytes = zlib.gzipSync(good);
  bytes.writeUInt32LE(0xffff_ffff, bytes.length - 4);
  return bytes;
}

function scripted(): string {
  const texts = [
    "message",
    "platform",
    "logger",
    "release",
    "environment",
    "server_name",
    "transaction",
    "dist",
    "level",
  ];
  const frame = {
    filename: script,
    function: script,
    module: script,
    context_line: script,
    vars: { [script]: script },
  };
  return JSON.stringify({
    ...Object.fromEntries(texts.map((name) => [name, script])),
    exception: [{ type: script, value: script, stacktrace: { frames: [frame] } }],
    tags: { [script]: script },
    user: { id: script, email: script },
    request: { url: script, headers: { [script]: script } },
    contexts: { [script]: { [script]: script } },
  });
}
