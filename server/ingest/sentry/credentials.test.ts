import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { IngestRequest } from "#server/ingest/request.ts";
import { envelopeOf, sampleEvent, sampleKey, send } from "./sample.fixture.ts";

const basic = (user: string) => `Basic ${Buffer.from(user).toString("base64")}`;
const body = envelopeOf(sampleEvent);
const plain = "/api/42/envelope/";

test.each<[string, Partial<IngestRequest>, string?]>([
  ["the query", { url: `${plain}?sentry_version=7&sentry_key=${sampleKey}&sentry_client=x` }],
  [
    "X-Sentry-Auth",
    {
      url: plain,
      headers: { "x-sentry-auth": `Sentry sentry_version=7, sentry_key=${sampleKey}` },
    },
  ],
  [
    "X-Sentry-Auth in another order and case",
    {
      url: plain,
      headers: {
        "x-sentry-auth": `sentry  sentry_client=a/1,sentry_secret=b,  sentry_key = ${sampleKey} ,sentry_version=5`,
      },
    },
  ],
  [
    "Authorization: Sentry",
    { url: plain, headers: { authorization: `Sentry sentry_key=${sampleKey}` } },
  ],
  ["Authorization: Basic", { url: plain, headers: { authorization: basic(`${sampleKey}:`) } }],
  ["an upper-case key", { url: `${plain}?sentry_key=${sampleKey.toUpperCase()}` }],
  [
    "header and query that agree",
    {
      url: `${plain}?sentry_key=${sampleKey}`,
      headers: { "x-sentry-auth": `Sentry sentry_key=${sampleKey}` },
    },
  ],
  [
    "the envelope's dsn",
    { url: "/tunnel" },
    envelopeOf(sampleEvent, { dsn: `https://${sampleKey}@errors.example/42` }),
  ],
  [
    "the dsn with a secret and a path",
    { url: plain },
    envelopeOf(sampleEvent, { dsn: `https://${sampleKey}:s@errors.example/a/b/42/` }),
  ],
  ["no final slash", { url: `/api/42/envelope?sentry_key=${sampleKey}` }],
  [
    "no project in the path",
    { url: `/api/store/?sentry_key=${sampleKey}` },
    JSON.stringify(sampleEvent),
  ],
  [
    "the path of a check-in",
    { url: `/api/42/cron/nightly/${sampleKey}/?status=ok`, method: "GET" },
  ],
])("a key in %s is found", async (_, change, sent = body) => {
  expect(await send(sent, change)).toMatchObject({ projectId: 42, reply: { status: 200 } });
});

test("a refusal repeats what was understood, but not which part is wrong", async () => {
  const wrongKey = await send(body, { url: `${plain}?sentry_key=${"b".repeat(32)}` });
  const wrongProject = await send(body, { url: `/api/7/envelope/?sentry_key=${sampleKey}` });
  const sentences = [wrongKey, wrongProject].map(
    (reply) => JSON.parse(String("status" in reply && reply.body)).detail,
  );
  expect(sentences).toEqual([
    `Unknown DSN: the key ${"b".repeat(32)} does not belong to project 42.`,
    `Unknown DSN: the key ${sampleKey} does not belong to project 7.`,
  ]);
  expect(wrongKey).toMatchObject({ status: 403, headers: { "x-sentry-error": sentences[0] } });
});

test("an overlong inner DSN is ignored, and nothing throws", async () => {
  const dsn = `http://${sampleKey}@${"T".repeat(60_000)}/42`;
  const outcome = await send(`${JSON.stringify({ dsn })}\n`, { url: "/tunnel" });
  expect(outcome).toMatchObject({ status: 401 });
});
