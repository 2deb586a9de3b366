import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { culpritOf } from "#server/domain/event/culprit.ts";
import { familyOf, familyOfIssue } from "#server/domain/event/family.ts";
import { titleOf } from "#server/domain/event/title.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";
import { defaultSettings } from "#server/domain/project/settings.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { receivedAt, sampleReceipt } from "../sample.fixture.ts";
import { understand } from "../understand.ts";

/** As in a project that stores addresses. */
const rules = scrubRulesOf({ ...defaultSettings.scrubbing, keepIp: true });
const read = (payload: JsonObject, receipt: Partial<Receipt> = {}): ErrorEvent =>
  understand(payload, { ...sampleReceipt, ...receipt }, { rules }).event;

const notesOn = (event: ErrorEvent, path: string) =>
  event.notes.filter((note) => note.path.startsWith(path)).map(({ kind }) => kind);
const boom = { type: "E", value: "boom" };

test.each<[string, Json, number]>([
  ["{values: […]}", { values: [boom, boom] }, 2],
  ["[…]", [boom], 1],
  ["one object", boom, 1],
  ["{}", {}, 0],
  ["null", null, 0],
  ["{values: null}", { values: null }, 0],
  ["null entries", [null, boom, null], 1],
  ["a string", "boom", 0],
  ["entries that are no objects", [1, "x", boom], 1],
  ["entries that say nothing", [{ mechanism: {} }, boom], 1],
])("exceptions as %s", (_, exception, count) => {
  expect(read({ exception }).exceptions).toHaveLength(count);
});

test.each<[string, Json | undefined, number]>([
  ["null", null, 0],
  ["without frames", {}, 0],
  ["frames null", { frames: null }, 0],
  ["frames [null]", { frames: [null] }, 0],
  ["frames", { frames: [{ function: "f" }, null] }, 1],
  ["a bare list", [{ function: "f" }], 1],
  ["text", "at f", 0],
])("a stack that is %s", (_, stacktrace, count) => {
  const event = read({ exception: [{ ...boom, stacktrace: stacktrace ?? null }] });
  expect(event.exceptions[0]!.frames).toHaveLength(count);
});

test("unusual types of values and variables", () => {
  const event = read({
    exception: [
      { type: 7, value: { code: "E1" }, module: ["x"] },
      {
        value: "v",
        stacktrace: {
          frames: [
            {
              vars: ["a", 1],
              lineno: "12",
              in_app: "yes",
              pre_context: [null, "x\n"],
              context_line: "y\r\n",
            },
          ],
        },
      },
    ],
  });
  expect(event.exceptions[1]).toMatchObject({ type: "7", value: '{"code":"E1"}' });
  expect(event.exceptions[1]!.module).toBeUndefined();
  expect(event.exceptions[0]!.frames[0]).toMatchObject({
    vars: { 0: "a", 1: 1 },
    line: 12,
    context: { pre: ["x"], line: "y", post: [] },
  });
  expect(notesOn(event, "exception.values.0.module")).toEqual(["dropped"]);
});

test.each<[string, JsonObject, string | undefined, string | undefined]>([
  ["message", { message: "m" }, "m", undefined],
  ["logentry as text", { logentry: "m" }, "m", undefined],
  ["formatted", { logentry: { formatted: "a 1", message: "a %s", params: [1] } }, "a 1", "a %s"],
  [
    "params as list",
    { logentry: { message: "%s of %d%%", params: ["x", 5] } },
    "x of 5%",
    "%s of %d%%",
  ],
  [
    "params by name",
    { logentry: { message: "%(who)s did {what}", params: { who: "Jane", what: "it" } } },
    "Jane did it",
    "%(who)s did {what}",
  ],
  [
    "too few params",
    { logentry: { message: "%s and %s", params: ["x"] } },
    "x and %s",
    "%s and %s",
  ],
  ["braces", { message: { message: "{0} {1}", params: ["a", "b"] } }, "a b", "{0} {1}"],
  ["legacy name", { "sentry.interfaces.Message": { message: "old" } }, "old", undefined],
  ["nothing", { message: "" }, undefined, undefined],
  ["a list", { message: [1] }, undefined, undefined],
  [
    "prototype names are no params",
    { logentry: { message: "{constructor}", params: {} } },
    "{constructor}",
    undefined,
  ],
])("message: %s", (_, payload, message, messageTemplate) => {
  const event = read(payload);
  expect([event.message, event.messageTemplate]).toEqual([message, messageTemplate]);
});

test.each<[string, Json, [string, string][]]>([
  [
    "object",
    { a: 1, b: true, c: null, d: "x\ny" },
    [
      ["a", "1"],
      ["b", "true"],
      ["d", "x y"],
    ],
  ],
  ["pairs", [["a", "1"], ["b", null], null, ["c"]], [["a", "1"]]],
  [
    "key and value",
    [
      { key: "a", value: 1 },
      { key: "", value: 2 },
    ],
    [["a", "1"]],
  ],
  ["text", "a=1", []],
])("tags as %s", (_, tags, expected) => {
  expect(read({ tags }).tags.filter(([key]) => key !== "level")).toEqual(expected);
});

test.each<[string, JsonObject]>([
  [
    "objects",
    { headers: { Accept: "a", Via: ["1", "2"] }, query_string: { q: "x" }, cookies: { c: "1" } },
  ],
  [
    "pairs",
    {
      headers: [
        ["Accept", "a"],
        ["Via", "1, 2"],
      ],
      query_string: [["q", "x"]],
      cookies: [["c", "1"]],
    },
  ],
  ["text", { headers: "Accept: a\r\nVia: 1, 2", query_string: "q=x" }],
])("a request's lists as %s", (_, request) => {
  expect(read({ request }).request).toEqual({
    headers: [
      ["Accept", "a"],
      ["Via", "1, 2"],
    ],
    query: [["q", "x"]],
    cookies: request["cookies"] ? [["c", "[Filtered]"]] : [],
  });
});

test("a request's query may be in its URL only", () => {
  expect(read({ request: { url: "/a?x=1&y=%20#z" } }).request!.query).toEqual([
    ["x", "1"],
    ["y", " "],
  ]);
});

test("users: numbers become IDs, and the IP address is stored on request only", () => {
  expect(read({ user: { id: 7, plan: "pro" } }).user).toEqual({ id: "7", data: { plan: "pro" } });
  expect(read({ user: { ip_address: "198.51.100.1" } }).user).toEqual({ ip: "198.51.100.1" });
  expect(read({ user: { ip_address: "{{auto}}" } }).user).toEqual({ ip: "203.0.113.7" });
  expect(read({ sdk: { name: "x", settings: { infer_ip: "auto" } } }).user).toEqual({
    ip: "203.0.113.7",
  });
  expect(
    read({ sdk: { name: "x", settings: { infer_ip: "never" } }, platform: "javascript" }).user,
  ).toBeUndefined();
});

test.each<[Json, string]>([
  ["log", "info"],
  ["WARN", "warning"],
  ["critical", "fatal"],
  [40, "error"],
  [10, "debug"],
  ["loud", "error"],
  [null, "error"],
])("level %j is %s", (level, expected) => {
  expect(read({ level }).level).toBe(expected);
});

const day = 86_400_000;

test.each<[string, Json, number, boolean]>([
  ["seconds", receivedAt / 1_000 - 5, receivedAt - 5_000, false],
  ["seconds as text", String(receivedAt / 1_000), receivedAt, false],
  ["milliseconds", receivedAt - 1, receivedAt - 1, false],
  ["RFC 3339", "2026-11-21T04:00:00.5+01:00", receivedAt - 2 * 3_600_000 + 500, false],
  ["without a zone: UTC", "2026-11-21T04:59:59", receivedAt - 1_000, false],
  ["25 h ahead", (receivedAt + day + 3_600_000) / 1_000, receivedAt, true],
  ["23 h ahead", (receivedAt + day - 3_600_000) / 1_000, receivedAt + day - 3_600_000, false],
  ["31 days behind", (receivedAt - 31 * day) / 1_000, receivedAt, true],
  ["nonsense", "yesterday", receivedAt, true],
  ["beyond all dates", 1e300, receivedAt, true],
])("a time: %s", (_, timestamp, expected, noted) => {
  const event = read({ timestamp });
  expect(event.timestamp).toBe(expected);
  expect(notesOn(event, "timestamp")).toEqual(noted ? ["corrected"] : []);
});

/** As sent by Sentry's React Router SDK for the value in an error boundary. */
const routeResponse = (status: number, data: Json): JsonObject => ({
  platform: "javascript",
  level: "error",
  transaction: "/shop/product/unknown",
  exception: {
    values: [
      {
        type: "Error",
        value: "Object captured as exception with keys: data, error, internal, status, statusText",
        mechanism: { type: "auto.function.react_router.on_error", handled: false, synthetic: true },
      },
    ],
  },
  extra: { __serialized__: { status, statusText: "Internal Server Error", data, internal: false } },
});

test("a thrown response is named by status and fails from 500", () => {
  const event = read(routeResponse(404, "No such product"));
  expect(titleOf(event)).toEqual({ type: "ErrorResponse", value: "404 No such product" });
  expect(familyOf(event)).toEqual({ name: "route-response", status: 404 });
  expect(familyOfIssue({ ...titleOf(event), platform: "javascript", culprit: "" })).toBe(
    "route-response",
  );
  expect(event).toMatchObject({ level: "info", notes: [{ path: "level", kind: "corrected" }] });
  expect(event.tags).toContainEqual(["level", "info"]);

  const failed = read(routeResponse(503, { message: "Try later", retry: 5 }));
  expect(titleOf(failed).value).toBe("503 Try later");
  expect(failed).toMatchObject({ level: "error", notes: [] });
  expect(familyOf(failed)).toEqual({
    name: "route-response",
    status: 503,
    place: "/shop/product/unknown",
  });
});

test("other thrown objects keep the SDK's text", () => {
  const others: Json[] = [
    { status: 404 },
    { status: 200, statusText: "", internal: false },
    "404",
    null,
  ];
  for (const serialized of others) {
    const event = read({ ...routeResponse(404, ""), extra: { __serialized__: serialized } });
    expect(titleOf(event).value).toMatch(/^Object captured/);
    expect(event.level).toBe("error");
  }
});

test("a URL is replaced by its route if the envelope's trace has it", () => {
  const event = read(routeResponse(503, ""), { trace: { transaction: "/shop/product/:product" } });
  expect(event.transaction).toBe("/shop/product/:product");
  expect(event.notes).toEqual([
    { path: "transaction", kind: "corrected", detail: expect.any(String) as string },
  ]);
  expect(culpritOf(event)).toBe("/shop/product/:product");
});
