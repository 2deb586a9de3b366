import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import { encodeTraces, itemsOf, postOtlp, sampleSpan, attribute } from "./otlp/sample.fixture.ts";
import { decodeSpans } from "./otlp/decode/decode.ts";
import type { AdmittedItem } from "./request.ts";
import {
  receivedAt,
  sampleEvent,
  sampleKey,
  sampleReceipt,
  send,
} from "./sentry/sample.fixture.ts";
import { understand } from "./sentry/understand.ts";

// Every ingestion limit that truncates or drops visible data leaves a note, a visible ellipsis, or
// an outcome. Add new limits here.

const long = (length: number) => "x".repeat(length);
const many = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value);
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));

const eventNotes = (payload: JsonObject): string[] => {
  const { event } = understand({ ...sampleEvent, ...payload }, sampleReceipt);
  return event.notes.map(({ path, kind }) => `${path} ${kind}`);
};

const frame = { filename: "a.js", function: "f", lineno: 1 };
const thrown = (changes: JsonObject) => ({
  exception: { values: [{ type: "E", value: "v", ...changes }] },
});

test.each<[path: string, payload: JsonObject]>([
  ["message trimmed", { message: long(9_000) }],
  ["release trimmed", { release: long(300) }],
  ["environment trimmed", { environment: long(100) }],
  ["transaction trimmed", { transaction: long(300) }],
  ["level corrected", { level: "urgent" }],
  ["fingerprint.0 trimmed", { fingerprint: [long(2_000)] }],
  ["fingerprint trimmed", { fingerprint: many(200, "part") }],
  ["tags trimmed", { tags: pairs(300) }],
  ["tags.plan trimmed", { tags: { plan: long(300) } }],
  ["user.id trimmed", { user: { id: long(2_000) } }],
  ["request.url trimmed", { request: { url: `https://shop.example/${long(9_000)}` } }],
  ["request.headers trimmed", { request: { url: "https://shop.example/", headers: pairs(900) } }],
  ["breadcrumbs trimmed", { breadcrumbs: many(300, { message: "click" }) }],
  ["breadcrumbs.0.message trimmed", { breadcrumbs: [{ message: long(20_000) }] }],
  ["threads trimmed", { threads: { values: many(80, { stacktrace: { frames: [frame] } }) } }],
  ["exception trimmed", { exception: { values: many(80, { type: "E", value: "v" }) } }],
  ["exception.values.0.type trimmed", thrown({ type: long(3_000) })],
  ["exception.values.0.value trimmed", thrown({ value: long(20_000) })],
  [
    "exception.values.0.stacktrace.frames trimmed",
    thrown({ stacktrace: { frames: many(600, frame) } }),
  ],
])("an event: %s", (expected, payload) => expect(eventNotes(payload)).toContain(expected));

async function sentryItems(
  type: string,
  payload: JsonObject,
  headers: JsonObject = {},
): Promise<AdmittedItem[]> {
  const outcome = await send(
    [headers, { type }, payload].map((each) => JSON.stringify(each)).join("\n"),
  );
  if (!("items" in outcome)) throw new Error(String(outcome.body));
  return outcome.items;
}

const notesOfSpans = (items: AdmittedItem[]): string[] =>
  decodeSpans(
    items.flatMap((item) => (item.kind === "spans" ? item.parts.map(({ bytes }) => bytes) : [])),
  ).flatMap(({ notes = [] }) => notes.map(({ path, kind }) => `${path} ${kind}`));

const ids = { trace_id: "e7b53d461fe943b0b78fa0ca072c0032", span_id: "9dd0fa952a0cecd9" };
const at = receivedAt / 1_000;

test.each<[path: string, trace: JsonObject]>([
  ["name trimmed", { description: long(2_000) }],
  ["attributes trimmed", { data: pairs(1_200) }],
  ["attributes.text trimmed", { data: { text: long(20_000) } }],
  ["attributes.list trimmed", { data: { list: many(1_200, 1) } }],
  ["links trimmed", { links: many(150, ids) }],
  ["links.0.attributes trimmed", { links: [{ ...ids, attributes: pairs(1_200) }] }],
  ["endedAt corrected", { timestamp: at - 20 }],
])("a Sentry span: %s", async (expected, span) => {
  const child = {
    ...ids,
    span_id: "afbd6dd081fb69c2",
    start_timestamp: at - 10,
    timestamp: at - 9,
    ...span,
  };
  const root = {
    type: "transaction",
    transaction: "GET /",
    start_timestamp: at - 11,
    timestamp: at,
  };
  const sent = { ...root, contexts: { trace: ids }, spans: [child] };
  expect(notesOfSpans(await sentryItems("transaction", sent))).toContain(expected);
});

test.each<[path: string, span: { [field: string]: unknown }]>([
  ["name trimmed", { name: long(20_000) }],
  ["statusMessage trimmed", { status: { code: 2, message: long(9_000) } }],
  [
    "attributes trimmed",
    { attributes: Array.from({ length: 1_200 }, (_, index) => attribute(`k${index}`, 1)) },
  ],
  ["attributes.text trimmed", { attributes: [attribute("text", long(20_000))] }],
  ["events trimmed", { events: many(1_100, { name: "e", timeUnixNano: "1" }) }],
  ["endedAt corrected", { endTimeUnixNano: "1" }],
])("an OpenTelemetry span: %s", async (expected, span) => {
  expect(notesOfSpans(await itemsOf(postOtlp(encodeTraces([sampleSpan(1, span)]))))).toContain(
    expected,
  );
});

const checkIn = { monitor_slug: "backup", status: "ok" };
const hourly = { schedule: { type: "crontab", value: "0 * * * *" } };
const configured = (config: JsonObject) => ({
  ...checkIn,
  monitor_config: { ...hourly, ...config },
});

test.each<[path: string, payload: JsonObject]>([
  ["monitor_slug trimmed", { ...checkIn, monitor_slug: long(60) }],
  ["duration dropped", { ...checkIn, duration: -3 }],
  ["duration dropped", { ...checkIn, duration: "soon" }],
  ["check_in_id dropped", { ...checkIn, check_in_id: "seven" }],
  [
    "monitor_config dropped",
    { ...checkIn, monitor_config: { schedule: { type: "crontab", value: "now and then" } } },
  ],
  ["monitor_config.checkin_margin corrected", configured({ checkin_margin: 1e6 })],
  ["monitor_config.max_runtime corrected", configured({ max_runtime: 0 })],
  [
    "monitor_config.failure_issue_threshold corrected",
    configured({ failure_issue_threshold: 1e6 }),
  ],
  ["monitor_config.recovery_threshold corrected", configured({ recovery_threshold: "often" })],
])("a check-in: %s", async (expected, payload) => {
  const reports = (await sentryItems("check_in", payload)).flatMap((item) =>
    item.kind === "check-ins" ? item.reports : [],
  );
  const notes = reports.flatMap((report) => {
    const { config } = report;
    return [...(report.notes ?? []), ...(typeof config === "object" ? (config.notes ?? []) : [])];
  });
  expect(notes.map(({ path, kind }) => `${path} ${kind}`)).toContain(expected);
});

test("names without notes end visibly: files, session releases, check-in environments", async () => {
  const body = `{"event_id":"${"a".repeat(32)}"}\n{"type":"attachment","filename":"${long(300)}.png","length":1}\nx\n`;
  const outcome = await send(body);
  const [file] = "items" in outcome ? outcome.items : [];
  expect(file).toMatchObject({
    kind: "attachment",
    file: { name: expect.stringMatching(/^x+….png$/) },
  });
  const session = {
    sid: "1",
    init: true,
    attrs: { release: long(300), environment: long(90) },
    status: "ok",
  };
  const [sessions] = await sentryItems("session", {
    ...session,
    started: new Date(receivedAt).toISOString(),
  });
  const place = { release: `${long(197)}...`, environment: `${long(61)}...` };
  expect(sessions).toMatchObject({ reports: [place] });
  const [checkIns] = await sentryItems("check_in", {
    ...checkIn,
    environment: long(90),
    release: long(300),
  });
  expect(checkIns).toMatchObject({
    reports: [{ environment: `${long(63)}…`, release: `${long(199)}…` }],
  });
});

test("entries beyond a limit are counted", async () => {
  const aggregates = many(1_005, { started: new Date(receivedAt).toISOString(), exited: 1 });
  expect(await sentryItems("sessions", { aggregates, attrs: { release: "1" } })).toContainEqual(
    expect.objectContaining({ outcome: "limited", category: "session", quantity: 5 }),
  );
  const lost = many(103, { category: "error", reason: "ratelimit_backoff", quantity: 1 });
  expect(await sentryItems("client_report", { discarded_events: lost })).toContainEqual(
    expect.objectContaining({ outcome: "limited", category: "client_report", quantity: 3 }),
  );
  const violation = {
    type: "csp-violation",
    body: { documentURL: "https://shop.example/", effectiveDirective: "img-src" },
  };
  const url = `/api/42/security/?sentry_key=${sampleKey}`;
  const headers = { "content-type": "application/reports+json" };
  expect(
    await itemsOf(send(JSON.stringify(many(102, violation)), { url, headers })),
  ).toContainEqual(expect.objectContaining({ outcome: "limited", quantity: 2 }));
});
