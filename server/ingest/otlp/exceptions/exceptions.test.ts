import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { encodeWith, type Plain } from "#server/ingest/otlp/messages.fixture.ts";
import {
  attributesOf,
  encodeTraces,
  itemsOf,
  postOtlp,
  sampleResource,
  sampleSpan,
  spanIdBytes,
  traceHex,
} from "#server/ingest/otlp/sample.fixture.ts";
import { sampleReceipt } from "#server/ingest/sentry/sample.fixture.ts";
import { understand } from "#server/ingest/sentry/understand.ts";
import type { AdmittedItem } from "#server/ingest/request.ts";

const stack = `TypeError: x is undefined
    at total (/app/src/cart.ts:12:31)
    at run (/app/node_modules/lib/run.js:1:2)`;
const thrown = {
  "exception.type": "TypeError",
  "exception.message": "x is undefined",
  "exception.stacktrace": stack,
};
const exceptionOn = (attributes: { [key: string]: string } = thrown): Plain[] => [
  { timeUnixNano: "1795236865960000000", name: "exception", attributes: attributesOf(attributes) },
];

async function eventsOf(items: Promise<AdmittedItem[]>) {
  return (await items).flatMap((item) =>
    item.kind === "event" ? [understand(item.payload, sampleReceipt)] : [],
  );
}
const sendSpans = (spans: Plain[]) => eventsOf(itemsOf(postOtlp(encodeTraces(spans))));

function sendLogs(...records: Plain[]) {
  const resource = {
    attributes: attributesOf({ ...sampleResource, "telemetry.sdk.language": "nodejs" }),
  };
  const body = encodeWith("LogsData", {
    resourceLogs: [{ resource, scopeLogs: [{ logRecords: records }] }],
  });
  return itemsOf(postOtlp(body, { url: "/v1/logs" }));
}

const logOf = (attributes: { [key: string]: string }, changes: Plain = {}): Plain => ({
  timeUnixNano: "1795236865960000000",
  severityNumber: 17,
  eventName: "exception",
  attributes: attributesOf(attributes),
  traceId: Buffer.from(traceHex, "hex"),
  spanId: spanIdBytes(1),
  ...changes,
});

test("an exception on a span becomes an error event", async () => {
  const attributes = attributesOf({
    "http.request.method": "GET",
    "http.route": "/orders/:id",
    "url.path": "/orders/7",
    "server.address": "shop.example",
    "user.id": "u-1",
    "app.plan": "pro",
  });
  const [understood, ...others] = await sendSpans([
    sampleSpan(1, { attributes, events: exceptionOn() }),
  ]);
  expect(others).toEqual([]);
  expect(understood!.event).toMatchObject({
    type: "error",
    level: "error",
    platform: "javascript",
    timestamp: 1_795_236_865_960,
    traceId: traceHex,
    spanId: "0000000000000001",
    release: "1.4.2",
    environment: "production",
    transaction: "/orders/:id",
    request: { method: "GET", url: "http://shop.example/orders/7" },
    user: { id: "u-1" },
    exceptions: [
      {
        type: "TypeError",
        value: "x is undefined",
        frames: [
          { function: "total", file: "/app/src/cart.ts", line: 12, column: 31, inApp: true },
          { function: "run", inApp: false },
        ],
      },
    ],
    notes: [],
  });
  expect(understood!.event.tags).toContainEqual(["app.plan", "pro"]);
  expect(understood!.event.tags).toContainEqual(["service", "shop"]);
  expect(understood!.grouping.basis).toBe("in-app-frames");
});

test("one failure is one event across parent spans, logs, and retries", async () => {
  const inner = sampleSpan(2, {
    parentSpanId: spanIdBytes(1),
    startTimeUnixNano: "1795236865955000000",
    events: exceptionOn(),
  });
  const outer = sampleSpan(1, { events: exceptionOn() });
  const events = await sendSpans([outer, inner]);
  const logged = await eventsOf(sendLogs(logOf(thrown), logOf(thrown, { spanId: spanIdBytes(2) })));
  const again = await sendSpans([outer]);
  expect(events.map(({ event }) => event.spanId)).toEqual(["0000000000000002"]);
  expect(logged).toHaveLength(1);
  const ids = [...events, ...logged, ...again].map(({ event }) => event.eventId);
  expect(new Set(ids).size).toBe(1);
  const other = await sendSpans([
    sampleSpan(1, { events: exceptionOn({ ...thrown, "exception.message": "y" }) }),
  ]);
  expect(ids).not.toContain(other[0]!.event.eventId);
});

test("an uncaught exception is marked, and one without a type is kept", async () => {
  const [escaped] = await sendSpans([
    sampleSpan(1, { events: exceptionOn({ ...thrown, "exception.escaped": "true" }) }),
  ]);
  expect(escaped!.event.exceptions[0]!.mechanism).toMatchObject({ handled: false });
  const [odd] = await sendSpans([
    sampleSpan(1, { events: exceptionOn({ "exception.message": "only this" }) }),
  ]);
  expect(odd!.event.exceptions).toMatchObject([{ value: "only this", frames: [] }]);
});

test.each([
  ["by its event name", { eventName: "http.server.request.exception" }, "error"],
  ["by its attributes", { eventName: "" }, "error"],
  ["with its severity", { severityNumber: 21 }, "fatal"],
])("a log record is an exception %s", async (_, changes, level) => {
  const [understood] = await eventsOf(
    sendLogs(logOf(thrown, { ...changes, body: { stringValue: "checkout failed" } })),
  );
  expect(understood!.event).toMatchObject({
    level,
    platform: "node",
    message: "checkout failed",
    traceId: traceHex,
    release: "1.4.2",
  });
});

test("an exception without a trace is kept once, however often it is sent", async () => {
  const lone = logOf(thrown, { traceId: Buffer.alloc(0), spanId: Buffer.alloc(0) });
  const events = await eventsOf(
    sendLogs(lone, lone, { ...lone, timeUnixNano: "1795236865970000000" }),
  );
  expect(events).toHaveLength(2);
  expect(events[0]!.event).not.toHaveProperty("traceId");
});

test("browser events become spans; others are counted and reported", async () => {
  const vital = {
    "browser.web_vital.name": "lcp",
    "browser.web_vital.value": "1200",
    "browser.web_vital.id": "v1-1",
  };
  const items = await sendLogs(
    logOf(vital, { eventName: "browser.web_vital" }),
    logOf({ ...vital, "browser.web_vital.value": "1300" }, { eventName: "browser.web_vital" }),
    logOf(vital, {
      eventName: "browser.web_vital",
      traceId: Buffer.alloc(0),
      spanId: Buffer.alloc(0),
    }),
    logOf({}, { eventName: "", body: { stringValue: "hello" } }),
  );
  expect(items).toMatchObject([
    {
      kind: "spans",
      parts: [
        {
          traceId: traceHex,
          spans: { length: 2 },
          summary: {
            root: { name: "browser.web_vital lcp", rank: 0 },
            services: ["shop"],
            environment: "production",
          },
          calls: { open: [{ parentSpanId: "0000000000000001" }, {}] },
        },
        { spans: { length: 1 }, summary: { root: { rank: 0 } } },
      ],
    },
    { kind: "counted", outcome: "unsupported", category: "log", quantity: 1 },
  ]);
});

test("an exception on a request's span names its visitor's browser once, as tags", async () => {
  const userAgent =
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const attributes = attributesOf({ "user_agent.original": userAgent });
  const [understood] = await sendSpans([sampleSpan(1, { attributes, events: exceptionOn() })]);
  const tags = Object.fromEntries(understood!.event.tags);
  expect(tags).toMatchObject({
    browser: "Chrome 140.0.0",
    "browser.name": "Chrome",
    "os.name": "Windows",
  });
  expect(Object.keys(tags).filter((key) => key.startsWith("user_agent."))).toEqual([]);
  expect(JSON.stringify(understood!.event.contexts["otel"])).not.toContain("user_agent.name");
});
