import { Buffer } from "node:buffer";
import * as zlib from "node:zlib";
import { expect, test } from "vitest";
import { encoded, good, hostileBodies, to } from "./hostile-bodies.fixture.ts";
import { hostileSenders } from "./hostile-senders.fixture.ts";
import { envelopeOf, sampleEvent, sampleId, sampleKey, send } from "./sample.fixture.ts";
import { understand } from "./understand.ts";

test.each([...hostileBodies, ...hostileSenders])(
  "$name → $status",
  async ({ body, change, status, says, keeps }) => {
    const outcome = await send(body, change);
    const reply = "status" in outcome ? outcome : outcome.reply;
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.headers)).not.toMatch(/[^\x20-\x7e]|\\r|\\n/);
    if (says !== undefined) expect(JSON.parse(String(reply.body)).detail).toMatch(says);
    expect("items" in outcome).toBe(status === 200);
    if (keeps === undefined || !("items" in outcome)) return;
    const [first] = outcome.items;
    const text =
      first?.kind === "event"
        ? JSON.stringify(understand(first.payload, outcome.receipt).event)
        : "";
    expect(text).toContain(JSON.stringify(keeps).slice(1, -1));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  },
);

test("a response has the event ID, preferring the envelope's", async () => {
  const outcome = await send(
    envelopeOf({ event_id: "a".repeat(32) }, { event_id: "9EC79C33-EC99-42AB-8353-589FCB2E04DC" }),
  );
  expect(outcome).toMatchObject({
    reply: { status: 200, body: `{"id":"${sampleId}"}` },
    receipt: { eventId: sampleId },
  });
  expect(outcome).toMatchObject({ items: [{ payload: { event_id: sampleId } }] });
});

test("an event without an ID gets the same one on every read", async () => {
  const [first, again] = [
    await send(envelopeOf({ message: "m" }, {})),
    await send(envelopeOf({ message: "m" }, {})),
  ];
  const fresh = await send(envelopeOf({ message: "m" }, {}), { freshId: "b".repeat(32) });
  expect(first).toEqual(again);
  expect(first).toMatchObject({ receipt: { eventId: expect.stringMatching(/^[0-9a-f]{32}$/) } });
  expect(fresh).toMatchObject({ reply: { body: `{"id":"${"b".repeat(32)}"}` } });
});

test("unsupported items are counted, and permanent ones turned off at the client", async () => {
  const items = [
    "session",
    "transaction",
    "replay_event",
    "replay_recording",
    "profile_chunk",
    "hologram",
    "Bad-Name\r\nx:1",
    "error",
  ];
  const body = ["{}", ...items.flatMap((type) => [JSON.stringify({ type }), "{}"])].join("\n");
  const outcome = await send(body);
  expect(outcome).toMatchObject({
    reply: {
      status: 200,
      body: "{}",
      headers: {
        "x-sentry-rate-limits":
          "3600:replay;profile;profile_chunk;hologram:organization:not_supported",
      },
    },
  });
  const summary =
    "items" in outcome
      ? outcome.items.map((each) => each.kind === "counted" && [each.outcome, each.category])
      : [];
  expect(summary).toEqual([
    ["invalid", "span"],
    ["invalid", "session"],
    ["unsupported", "replay_event"],
    ["unsupported", "replay_recording"],
    ["unsupported", "profile_chunk"],
    ["unsupported", "unknown"],
    ["unsupported", "unknown"],
    ["unsupported", "unknown"],
  ]);
});

test("a client report counts as dropped by the SDK", async () => {
  const discarded_events = [
    { reason: "ratelimit_backoff", category: "error", quantity: 23 },
    { reason: "<b>", category: "error", quantity: 1 },
    { reason: "x", category: "error", quantity: -4 },
  ];
  const outcome = await send(
    `{}\n{"type":"client_report"}\n${JSON.stringify({ discarded_events })}\n`,
  );
  expect(outcome).toMatchObject({
    items: [
      { outcome: "lost-at-client", category: "error", reason: "ratelimit_backoff", quantity: 23 },
      { outcome: "lost-at-client", category: "error", reason: "other", quantity: 1 },
    ],
  });
});

test("a refusal of a known sender names its outcome", async () => {
  const outcome = await send("nope");
  expect(outcome).toMatchObject({
    status: 400,
    refused: { projectId: 42, items: [{ outcome: "invalid", reason: "malformed" }] },
  });
});

test("the legacy endpoint accepts JSON, base64, zlib in base64, and an image URL", async () => {
  const text = JSON.stringify(sampleEvent);
  const bodies = [
    text,
    Buffer.from(text).toString("base64"),
    zlib.deflateSync(text).toString("base64"),
  ];
  for (const body of bodies) {
    expect(await send(body, to("/api/42/store"))).toMatchObject({
      reply: { body: `{"id":"${sampleId}"}` },
    });
  }
  const search = `?sentry_key=${sampleKey}&sentry_data=${encodeURIComponent(bodies[1]!)}`;
  const empty = await send("", { method: "GET", url: "/api/42/store/" });
  expect(empty).toMatchObject({ status: 400, body: expect.stringContaining("it is empty") });
  const picture = await send("", { method: "GET", url: `/api/42/store/${search}` });
  expect(picture).toMatchObject({
    reply: { status: 200, headers: { "content-type": "image/gif" } },
    items: [{ kind: "event" }],
  });
});

test("raw deflate counts as deflate, and an empty encoding as none", async () => {
  for (const [body, encoding] of [
    [zlib.deflateRawSync(good), "deflate"],
    [Buffer.from(good), ""],
  ] as const) {
    expect(await send(body, encoded(encoding))).toMatchObject({
      reply: { status: 200 },
      items: [{ kind: "event" }],
    });
  }
});

test("policy violations arrive by report-uri and the Reporting API", async () => {
  const old = {
    "csp-report": { "effective-directive": "img-src", "blocked-uri": "https://evil.example/x.png" },
  };
  const list = [
    {
      type: "csp-violation",
      body: { effectiveDirective: "img-src", blockedURL: "https://evil.example/y.png" },
      user_agent: "UA",
    },
    { type: "deprecation", body: { id: "x" } },
  ];
  const hashes = [];
  for (const report of [old, list]) {
    const outcome = await send(
      JSON.stringify(report),
      to("/api/42/csp-report/", `?sentry_key=${sampleKey}&sentry_release=1.0`),
    );
    if (!("items" in outcome) || outcome.items[0]?.kind !== "event")
      throw new Error("not admitted");
    expect(outcome.reply).toMatchObject({ status: 200, body: "" });
    const { event, grouping } = understand(outcome.items[0].payload, outcome.receipt);
    expect(event).toMatchObject({ type: "csp", release: "1.0", csp: { directive: "img-src" } });
    hashes.push(grouping.hash);
  }
  expect(hashes[0]).toBe(hashes[1]);
});
