import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let project: TestProject;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "hostile");
});
afterAll(() => spoor.remove());

let lastId = 0;
const nextId = () => (lastId += 1).toString(16).padStart(32, "0");

const event = (more: Record<string, unknown> = {}) => ({
  event_id: nextId(),
  message: "hostile",
  ...more,
});
const good = () => envelopeOf(event());
const item = (payload: string, header = '{"type":"event"}') =>
  `{"event_id":"${nextId()}"}\n${header}\n${payload}\n`;
const mebibytes = (count: number, byte = "a") => byte.repeat(count * 1024 * 1024);

type Attempt = {
  name: string;
  /** The documented status. */
  status: number;
  /** A word that a helpful message contains. */
  says?: RegExp;
  body?: () => string | Uint8Array;
  headers?: Record<string, string>;
  path?: (project: TestProject) => string;
  method?: string;
};

const attempts: Attempt[] = [
  // invalid envelopes
  { name: "an empty body", status: 400, says: /empty|no bytes|envelope/i, body: () => "" },
  { name: "a word", status: 400, says: /byte|JSON/i, body: () => "hello" },
  { name: "a number as header", status: 400, says: /object/i, body: () => "42\n" },
  { name: "a header cut short", status: 400, says: /byte|JSON/i, body: () => '{"event_id":' },
  { name: "random bytes", status: 400, body: () => Buffer.from([0, 255, 254, 17, 200, 10, 3]) },
  {
    name: "invalid UTF-8 in the header",
    status: 400,
    body: () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d, 0x20, 0x78]),
  },
  {
    name: "an item header that is no JSON",
    status: 400,
    says: /item|byte/i,
    body: () => `{}\n{type:event}\n{}\n`,
  },
  {
    name: "event JSON that is broken",
    status: 400,
    says: /byte|JSON|position/i,
    body: () => item('{"message":'),
  },
  { name: "event JSON that is a list", status: 400, says: /object/i, body: () => item("[]") },
  { name: "100,000 brackets", status: 400, body: () => item("[".repeat(100_000)) },
  {
    name: "a length beyond the end",
    status: 400,
    body: () => item("{}", '{"type":"event","length":999}'),
  },
  {
    name: "a negative length",
    status: 400,
    body: () => item("{}", '{"type":"event","length":-5}'),
  },
  {
    name: "a length that is a word",
    status: 400,
    body: () => item("{}", '{"type":"event","length":"ten"}'),
  },
  // compression
  {
    name: "gzip cut short",
    status: 400,
    says: /gzip|cut|truncated/i,
    body: () => gzipSync(good()).subarray(0, 40),
    headers: { "content-encoding": "gzip" },
  },
  {
    name: "gzip that is none",
    status: 400,
    says: /gzip/i,
    body: good,
    headers: { "content-encoding": "gzip" },
  },
  {
    name: "brotli cut short",
    status: 400,
    says: /br/i,
    body: () => brotliCompressSync(good()).subarray(0, 20),
    headers: { "content-encoding": "br" },
  },
  {
    name: "zstd cut short",
    status: 400,
    says: /zstd/i,
    body: () => zstdCompressSync(good()).subarray(0, 20),
    headers: { "content-encoding": "zstd" },
  },
  {
    name: "deflate of noise",
    status: 400,
    says: /deflate/i,
    body: () => Buffer.from("noise noise noise"),
    headers: { "content-encoding": "deflate" },
  },
  {
    name: "a gzip bomb of 200 MiB",
    status: 413,
    says: /100 MiB/,
    body: () => gzipSync(mebibytes(200, "\n")),
    headers: { "content-encoding": "gzip" },
  },
  {
    name: "a brotli bomb of 200 MiB",
    status: 413,
    says: /100 MiB/,
    body: () => brotliCompressSync(mebibytes(200, "\n"), { params: { 1: 1 } }),
    headers: { "content-encoding": "br" },
  },
  {
    name: "a zstd bomb of 200 MiB",
    status: 413,
    says: /100 MiB/,
    body: () => zstdCompressSync(mebibytes(200, "\n")),
    headers: { "content-encoding": "zstd" },
  },
  {
    name: "an event of 2 MiB",
    status: 413,
    says: /1 MiB/,
    body: () => envelopeOf(event({ extra: { text: mebibytes(2) } })),
  },
  { name: "21 MiB on the wire", status: 413, says: /20 MiB/, body: () => mebibytes(21) },
  {
    name: "an encoding nobody knows",
    status: 415,
    says: /gzip/,
    body: good,
    headers: { "content-encoding": "lzma" },
  },
  // keys, projects, paths
  {
    name: "no key",
    status: 401,
    says: /key|DSN|auth/i,
    body: good,
    path: (p) => `/api/${p.id}/envelope/`,
  },
  {
    name: "a wrong key",
    status: 403,
    says: /key|DSN/i,
    body: good,
    path: (p) => `/api/${p.id}/envelope/?sentry_key=${"f".repeat(32)}`,
  },
  {
    name: "a key that is no key",
    status: 403,
    body: good,
    path: (p) => `/api/${p.id}/envelope/?sentry_key=${encodeURIComponent("' OR 1=1 --")}`,
  },
  {
    name: "a project that is not there",
    status: 403,
    body: good,
    path: (p) => `/api/999999/envelope/?sentry_key=${p.publicKey}`,
  },
  {
    name: "a project that is a word",
    status: 404,
    body: good,
    path: (p) => `/api/shop/envelope/?sentry_key=${p.publicKey}`,
  },
  {
    name: "a path out of the tree",
    status: 404,
    body: good,
    path: (p) => `/api/..%2f..%2f${p.id}/envelope/?sentry_key=${p.publicKey}`,
  },
  {
    name: "an endpoint that Spoor does not take",
    status: 404,
    says: /crash dumps/i,
    body: good,
    path: (p) => `/api/${p.id}/minidump/?sentry_key=${p.publicKey}`,
  },
  {
    name: "a store body that is no JSON",
    status: 400,
    body: () => "&&&&",
    path: (p) => `/api/${p.id}/store/?sentry_key=${p.publicKey}`,
  },
  {
    name: "a security report that is none",
    status: 400,
    body: () => '{"hello":1}',
    path: (p) => `/api/${p.id}/security/?sentry_key=${p.publicKey}`,
  },
  { name: "a tunnel without a DSN", status: 401, body: good, path: () => "/tunnel" },
  // unusual but accepted
  {
    name: "keys of the prototype",
    status: 200,
    body: () =>
      item(
        `{"event_id":"${nextId()}","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"tags":{"__proto__":"x"},"extra":{"__proto__":{"a":1}}}`,
      ),
  },
  { name: "script in every text field", status: 200, body: () => envelopeOf(scripted()) },
  {
    name: "a nest of 1,000 objects",
    status: 200,
    body: () =>
      item(`{"event_id":"${nextId()}","extra":${'{"a":'.repeat(1000)}1${"}".repeat(1000)}}`),
  },
  {
    name: "a time in the year 9999",
    status: 200,
    body: () => envelopeOf(event({ timestamp: "9999-12-31T23:59:59Z" })),
  },
  {
    name: "a time before computers",
    status: 200,
    body: () => envelopeOf(event({ timestamp: -1e12 })),
  },
  {
    name: "a time that is none",
    status: 200,
    body: () => envelopeOf(event({ timestamp: { now: true } })),
  },
  {
    name: "every field of the wrong shape",
    status: 200,
    body: () =>
      envelopeOf(
        event({
          exception: 5,
          breadcrumbs: "no",
          tags: 7,
          user: [],
          request: "x",
          contexts: false,
          sdk: 1,
          level: {},
          release: {},
          fingerprint: 9,
          modules: 3,
          threads: "t",
          debug_meta: [],
        }),
      ),
  },
  { name: "10,000 tags and 10,000 frames", status: 200, body: () => envelopeOf(crowded()) },
  {
    name: "lone surrogates and zero bytes",
    status: 200,
    body: () => envelopeOf(event({ message: "\ud800 \u0000 \udfff end" })),
  },
  { name: "an item without a type", status: 200, body: () => `{}\n{}\n{}\n` },
  {
    name: "an item of a kind nobody knows",
    status: 200,
    body: () => `{}\n{"type":"hologram"}\n{}\n`,
  },
  { name: "an empty envelope", status: 200, body: () => "{}\n" },
  {
    name: "a header that a proxy folds",
    status: 200,
    body: good,
    headers: { "content-encoding": "" },
  },
  {
    name: "deflate, as it should be",
    status: 200,
    body: () => deflateSync(good()),
    headers: { "content-encoding": "deflate" },
  },
];

function scripted() {
  const script = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
  return event({
    message: script,
    transaction: script,
    release: script,
    environment: script,
    logger: script,
    platform: script,
    server_name: script,
    tags: { [script]: script },
    user: { id: script, email: script, username: script },
    request: { url: `javascript:alert(1)//${script}`, headers: { [script]: script }, data: script },
    extra: { [script]: script },
    breadcrumbs: [{ category: script, message: script, data: { [script]: script } }],
    exception: {
      values: [
        {
          type: script,
          value: script,
          stacktrace: {
            frames: [
              {
                function: script,
                filename: script,
                context_line: script,
                vars: { [script]: script },
              },
            ],
          },
        },
      ],
    },
  });
}

function crowded() {
  const frames = Array.from({ length: 10_000 }, (_, i) => ({ function: `f${i}`, lineno: i }));
  const tags = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`t${i}`, i]));
  return event({
    tags,
    exception: { values: [{ type: "Deep", value: "stack", stacktrace: { frames } }] },
  });
}

const kept: string[] = [];
const patience = { timeout: 10_000 };
const countsOf = async (words: string) => (await project.issues(words)).map((issue) => issue.count);

test.each(attempts)(
  "$name → $status",
  async ({ status, says, body, headers = {}, path, method = "POST" }) => {
    const url =
      spoor.url + (path ?? ((p) => `/api/${p.id}/envelope/?sentry_key=${p.publicKey}`))(project);
    const answer = await fetch(url, { method, headers, body: body?.() as BodyInit });
    const text = await answer.text();
    expect(answer.status, text).toBe(status);
    expect(
      answer.headers.get("access-control-allow-origin"),
      "a page of any origin can read it",
    ).toBe("*");
    if (status === 200) {
      const { id } = JSON.parse(text) as { id?: string };
      if (id) kept.push(id);
      return;
    }
    const { detail, causes } = JSON.parse(text) as { detail: string; causes: string[] };
    expect(detail.length, "a sentence").toBeGreaterThan(15);
    expect(Array.isArray(causes)).toBe(true);
    if (says) expect(`${detail} ${causes.join(" ")}`).toMatch(says);
    expect(text, "no stack").not.toMatch(/\bat \w+ \(|node:internal|\.ts:\d/);
  },
);

test("an event sent three times is stored once", async () => {
  const body = envelopeOf(event({ message: "three times the same" }));
  const answers = await Promise.all([1, 2, 3].map(() => sendEnvelope(spoor, project, body)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  await expect.poll(() => countsOf("three times"), patience).toEqual([1]);
  expect((await sendEnvelope(spoor, project, body)).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await countsOf("three times")).toEqual([1]);
});

test("a client that disconnects within its body does no harm", async () => {
  const { hostname, port } = new URL(spoor.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/${project.id}/envelope/?sentry_key=${project.publicKey} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"event`,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  expect((await sendEnvelope(spoor, project, good())).status).toBe(200);
});

test("the server survives, and no accepted event is missing", async () => {
  expect((await fetch(`${spoor.url}/readyz`)).status).toBe(200);
  expect(kept.length).toBeGreaterThan(8);
  const pages = new Set<string>();
  await expect
    .poll(async () => {
      for (const issue of await project.issues()) {
        const answer = await project.get(`/issues/${issue.id}/events/latest.json`);
        expect(answer.status).toBe(200);
        const page = (await answer.json()) as { eventId: string; older: string | null };
        pages.add(page.eventId);
        for (let older = page.older; older;) {
          const next = (await (
            await project.get(`/issues/${issue.id}/events/${older}.json`)
          ).json()) as {
            eventId: string;
            older: string | null;
          };
          pages.add(next.eventId);
          older = next.older;
        }
      }
      return kept.filter((id) => !pages.has(id));
    })
    .toEqual([]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  expect(spoor.output()).not.toMatch(/because of a bug in Spoor|FATAL/);
});

test("reports without IDs are stored separately, even identical ones within a millisecond", async () => {
  const body = `{}\n{"type":"event"}\n{"message":"no id of its own"}\n`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendEnvelope(spoor, project, body)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  await expect.poll(() => countsOf("no id of its own"), patience).toEqual([4]);
});
