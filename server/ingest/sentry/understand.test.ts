import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { receivedAt, sampleReceipt } from "./sample.fixture.ts";
import { understand } from "./understand.ts";

const read = (payload: JsonObject, receipt: Partial<Receipt> = {}): ErrorEvent =>
  understand(payload, { ...sampleReceipt, ...receipt }).event;

const tag = (event: ErrorEvent, key: string) => event.tags.find(([name]) => name === key)?.[1];
const notesOn = (event: ErrorEvent, path: string) =>
  event.notes.filter((note) => note.path.startsWith(path)).map(({ kind }) => kind);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const boom = { type: "E", value: "boom" };
const day = 86_400_000;

test("a clock off by years is detected by sent_at, also for breadcrumbs", () => {
  const off = receivedAt - 900 * day;
  const payload = { timestamp: off / 1_000 - 2, breadcrumbs: [{ timestamp: off / 1_000 - 3 }] };
  const event = read(payload, { sentAt: off });
  expect(event.timestamp).toBe(receivedAt - 2_000);
  expect(event.breadcrumbs[0]!.timestamp).toBe(receivedAt - 3_000);
});

test("excess data is trimmed and noted", () => {
  const frames = times(1_000, (index) => ({ function: `f${index}` }));
  const event = read({
    exception: times(60, (index) => ({
      type: `E${index}`,
      value: "v".repeat(9_000),
      stacktrace: index === 59 ? { frames } : null,
    })),
    breadcrumbs: times(150, (index) => ({ message: `b${index}` })),
    tags: { ...Object.fromEntries(times(250, (index) => [`t${index}`, "x"])), t0: "y".repeat(300) },
    release: "r".repeat(500),
  });
  expect(event.exceptions.map(({ type }) => type).slice(0, 2)).toEqual(["E59", "E58"]);
  expect(event.exceptions).toHaveLength(50);
  expect(event.exceptions[0]!.frames.map((frame) => frame.function)).toEqual([
    ...times(125, (index) => `f${999 - index}`),
    ...times(125, (index) => `f${124 - index}`),
  ]);
  expect(event.exceptions[0]).toMatchObject({ framesOmitted: 750 });
  expect(event.exceptions[0]!.value).toHaveLength(8_192);
  expect(event.exceptions[0]!.value!.endsWith("...")).toBe(true);
  expect(event.breadcrumbs).toHaveLength(100);
  expect(event.breadcrumbs.at(-1)!.message).toBe("b149");
  expect(event.tags).toHaveLength(200);
  expect(tag(event, "t0")).toHaveLength(200);
  expect(event.release).toHaveLength(200);
  for (const path of [
    "exception",
    "exception.values.59.stacktrace.frames",
    "breadcrumbs",
    "tags",
    "release",
  ]) {
    expect(notesOn(event, path), path).toContain("trimmed");
  }
});

test("derived tags are added beside the client's and never replace them", () => {
  const event = read({
    tags: { release: "mine" },
    release: "1.0",
    environment: "production",
    request: { url: "https://x.example/cart?token=1" },
    contexts: {
      browser: { name: "Firefox", version: "140" },
      os: { name: "Debian", version: "12\n" },
      trace: null,
      odd: 1,
    },
    exception: [{ ...boom, mechanism: { type: "onerror", handled: false } }],
  });
  expect(event.tags.filter(([key]) => key === "release")).toEqual([["release", "mine"]]);
  expect(Object.fromEntries(event.tags)).toMatchObject({
    environment: "production",
    url: "https://x.example/cart",
    browser: "Firefox 140",
    "browser.name": "Firefox",
    os: "Debian 12",
    handled: "no",
    mechanism: "onerror",
  });
  expect(notesOn(event, "contexts.odd")).toEqual(["dropped"]);
});

test("environment, release, and trace are also read from tags and envelope", () => {
  const event = read(
    { tags: { environment: "staging", release: "2" } },
    { trace: { trace_id: "5F2C3AA4209F41B28386F07664FF6B55" } },
  );
  expect(event).toMatchObject({
    environment: "staging",
    release: "2",
    traceId: "5f2c3aa4209f41b28386f07664ff6b55",
  });
});

test("in-app is derived from the path if the SDK omits it", () => {
  const inApp = (platform: string, filename: string, sent?: boolean) =>
    read({
      platform,
      stacktrace: { frames: [{ filename, ...(sent === undefined ? {} : { in_app: sent }) }] },
    }).threads[0]!.frames[0]!.inApp;
  expect(inApp("node", "/srv/app/cart.js")).toBe(true);
  expect(inApp("node", "/srv/node_modules/express/router.js")).toBe(false);
  expect(inApp("node", "node:internal/modules/run_main")).toBe(false);
  expect(inApp("python", "/usr/lib/python3/dist-packages/django/core.py")).toBe(false);
  expect(inApp("python", "shop/views.py")).toBe(true);
  expect(inApp("javascript", "chrome-extension://abc/x.js", true)).toBe(false);
  expect(inApp("javascript", "https://x.example/app.js", true)).toBe(true);
});

test("fingerprints: numbers and booleans are text, null and empty are dropped", () => {
  expect(read({ fingerprint: ["a", 1, true, null, {}] }).fingerprint).toEqual(["a", "1", "true"]);
  expect(read({ fingerprint: [] }).fingerprint).toBeUndefined();
  expect(read({ fingerprint: "one" }).fingerprint).toEqual(["one"]);
});

test("no JSON in any field throws, and reading is repeatable", () => {
  const fields = [
    "event_id",
    "timestamp",
    "level",
    "platform",
    "logger",
    "message",
    "logentry",
    "exception",
    "threads",
    "stacktrace",

    "breadcrumbs",
    "request",
    "user",
    "tags",
    "contexts",
    "extra",
    "modules",
    "sdk",
    "debug_meta",
    "fingerprint",
    "csp",
    "release",
    "dist",
    "environment",
    "server_name",
    "transaction",
    "sentry.interfaces.Http",
    "type",
  ];
  const inner = [
    "values",
    "frames",
    "stacktrace",
    "headers",
    "query_string",
    "cookies",
    "url",
    "params",
    "message",
    "images",
    "trace",
    "vars",
    "mechanism",
    "data",
  ];
  const atoms: Json[] = [null, true, 0, -1, 1e308, "", "x", "%s{0}", "{{auto}}", [], {}];
  let seed = 42;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
  const any = (depth: number): Json => {
    const kind = random(depth > 5 ? 2 : 5);
    if (kind < 2) return atoms[random(atoms.length)]!;
    if (kind === 2) return times(random(4), () => any(depth + 1));
    return Object.fromEntries(
      times(random(5), () => [inner[random(inner.length)]!, any(depth + 1)]),
    );
  };
  for (let round = 0; round < 3_000; round++) {
    const payload = Object.fromEntries(
      fields.filter(() => random(3) === 0).map((field) => [field, any(0)]),
    );
    const first = understand(structuredClone(payload), sampleReceipt);
    expect(understand(structuredClone(payload), sampleReceipt)).toEqual(first);
  }
});
