import { expect, test } from "vitest";
import type { ErrorEvent, Exception, Frame, Thread } from "#server/domain/event/error-event.ts";
import type { EventId } from "#server/domain/ids.ts";
import { group } from "./group.ts";

function eventOf(changes: Partial<ErrorEvent>): ErrorEvent {
  return {
    eventId: "9ec79c33ec9942ab8353589fcb2e04dc" as EventId,
    receivedAt: 0,
    timestamp: 0,
    type: "error",
    level: "error",
    platform: "node",
    exceptions: [],
    threads: [],
    breadcrumbs: [],
    tags: [],
    contexts: {},
    extra: {},
    modules: [],
    debugImages: [],
    notes: [],
    ...changes,
  };
}

const frame = (name: string, changes: Partial<Frame> = {}): Frame => ({
  function: name,
  file: "app/cart.ts",
  inApp: true,
  ...changes,
});
const library = (name: string) =>
  frame(name, { file: "node_modules/express/router.js", inApp: false });
const thrown = (frames: Frame[], changes: Partial<Exception> = {}): Exception => ({
  type: "TypeError",
  value: "x is undefined",
  frames,
  ...changes,
});
const loggedAt = (name: string): Thread => ({
  crashed: false,
  current: true,
  frames: [frame(name)],
});
const goError = (value: string): Partial<ErrorEvent> => ({
  platform: "go",
  exceptions: [thrown([frame("main.checkout")], { type: "*errors.errorString", value })],
});
const of = (exceptions: Exception[], changes: Partial<ErrorEvent> = {}) =>
  group(eventOf({ exceptions, ...changes }));
const counted = (event: Partial<ErrorEvent>) =>
  group(eventOf(event))
    .parts.filter((part) => part.counts)
    .map(({ label, value }) => `${label}: ${value}`);

/** Same group: the difference doesn't matter. */
const alike: [why: string, one: Partial<ErrorEvent>, other: Partial<ErrorEvent>][] = [
  [
    "lines and columns move",
    { exceptions: [thrown([frame("pay", { line: 1, column: 2 })])] },
    { exceptions: [thrown([frame("pay", { line: 9, column: 8 })])] },
  ],
  [
    "the message carries values",
    { exceptions: [thrown([frame("pay")], { value: "a" })] },
    { exceptions: [thrown([frame("pay")], { value: "b" })] },
  ],
  [
    "library frames differ",
    { exceptions: [thrown([frame("pay"), library("a")])] },
    { exceptions: [thrown([frame("pay"), library("b")])] },
  ],
  [
    "a recursion went deeper",
    { exceptions: [thrown([frame("walk")])] },
    { exceptions: [thrown([frame("walk"), frame("walk"), frame("walk")])] },
  ],
  [
    "the next build has another hash",
    { exceptions: [thrown([frame("r", { file: "https://x/index-B_jslZTw.js" })])] },
    { exceptions: [thrown([frame("r", { file: "https://x/index-DxY1a2b3.js" })])] },
  ],
  [
    "browsers name methods differently",
    { exceptions: [thrown([frame("Cart.pay")])] },
    { exceptions: [thrown([frame("Cart.prototype.pay")])] },
  ],
  [
    "unnamed functions have many names",
    { exceptions: [thrown([frame("?"), frame("pay")])] },
    { exceptions: [thrown([frame("Anonymous function"), frame("pay")])] },
  ],
  [
    "a map restored the line, the name is a guess",
    {
      exceptions: [
        thrown([frame("a", { mapped: true, context: { pre: [], line: "pay( cart )", post: [] } })]),
      ],
    },
    {
      exceptions: [
        thrown([
          frame("b", { mapped: true, context: { pre: [], line: "  pay(   cart )", post: [] } }),
        ]),
      ],
    },
  ],
  [
    "an SDK invented the type",
    { exceptions: [thrown([frame("pay")], { type: "A", mechanism: { synthetic: true } })] },
    { exceptions: [thrown([frame("pay")], { type: "B", mechanism: { synthetic: true } })] },
  ],
  ["a message was filled in", { message: "order 7 failed" }, { message: "order 8 failed" }],
  [
    "the template is the same, wherever it is logged",
    { message: "a is late", messageTemplate: "%s is late", threads: [loggedAt("pay")] },
    { message: "b is late", messageTemplate: "%s is late", threads: [loggedAt("ship")] },
  ],
  [
    "a chunk is gone, said Chrome and Safari",
    {
      exceptions: [
        thrown([], { value: "Failed to fetch dynamically imported module: https://x/a.js" }),
      ],
    },
    { exceptions: [thrown([frame("load")], { value: "Importing a module script failed." })] },
  ],
  [
    "Go's fmt.Errorf filled values in",
    goError("order 1: card declined"),
    goError("order 2: card declined"),
  ],
  [
    "default alone is no fingerprint",
    { exceptions: [thrown([frame("pay")])] },
    { exceptions: [thrown([frame("pay")])], fingerprint: ["{{ default }}"] },
  ],
  [
    "three requests failed the same way",
    { exceptions: aggregate(["TypeError", "TypeError", "TypeError"]) },
    { exceptions: aggregate(["TypeError"]) },
  ],
  [
    "a page's query is no source",
    { csp: { directive: "img-src", blockedUri: "https://evil.example/a?b" } },
    { csp: { directive: "img-src", blockedUri: "https://evil.example/c" } },
  ],
];

/** Different groups: the difference matters. */
const apart: [why: string, one: Partial<ErrorEvent>, other: Partial<ErrorEvent>][] = [
  [
    "the type",
    { exceptions: [thrown([frame("pay")])] },
    { exceptions: [thrown([frame("pay")], { type: "RangeError" })] },
  ],
  [
    "the function",
    { exceptions: [thrown([frame("pay")])] },
    { exceptions: [thrown([frame("ship")])] },
  ],
  [
    "the file",
    { exceptions: [thrown([frame("pay")])] },
    { exceptions: [thrown([frame("pay", { file: "app/order.ts" })])] },
  ],
  [
    "the cause",
    { exceptions: [thrown([frame("pay")])] },
    { exceptions: [thrown([frame("pay")]), thrown([frame("open")])] },
  ],
  [
    "the message, where no stack tells more",
    { exceptions: [thrown([])] },
    { exceptions: [thrown([], { value: "y is null" })] },
  ],
  [
    "the status in a message",
    { message: "failed with status 404" },
    { message: "failed with status 500" },
  ],
  [
    "the message that one helper logs",
    { exceptions: [thrown([frame("log")], { type: undefined, value: "a" })] },
    { exceptions: [thrown([frame("log")], { type: undefined, value: "b" })] },
  ],
  [
    "the message, where a template has no words",
    { message: "a", messageTemplate: "%s" },
    { message: "b", messageTemplate: "%s" },
  ],
  [
    "the message of Go's errors.New, which all have one type",
    goError("no stock left"),
    goError("card declined"),
  ],
  [
    "what the code asked for",
    { exceptions: [thrown([frame("pay")])], fingerprint: ["a"] },
    { exceptions: [thrown([frame("pay")])], fingerprint: ["b"] },
  ],
  [
    "what the code added to the default",
    { exceptions: [thrown([frame("pay")])], fingerprint: ["{{ default }}", "a"] },
    { exceptions: [thrown([frame("pay")])], fingerprint: ["a"] },
  ],
  [
    "two kinds in a group of errors",
    { exceptions: aggregate(["TypeError", "RangeError"]) },
    { exceptions: aggregate(["TypeError"]) },
  ],
];

function aggregate(types: string[]): Exception[] {
  const root = thrown([frame("all")], {
    type: "AggregateError",
    mechanism: { exceptionId: 0, isExceptionGroup: true },
  });
  const member = (type: string, index: number) =>
    thrown([frame("fetch")], { type, mechanism: { exceptionId: index + 1, parentId: 0 } });
  return [root, ...types.map(member)];
}

test.each(alike)("grouped: %s", (_, one, other) => {
  expect(group(eventOf(one)).hash).toBe(group(eventOf(other)).hash);
});

test.each(apart)("separate: %s", (_, one, other) => {
  expect(group(eventOf(one)).hash).not.toBe(group(eventOf(other)).hash);
});

test("the hash is 32 hex digits and names its algorithm", () => {
  expect(of([thrown([frame("pay")])])).toMatchObject({
    algorithm: "v1",
    hash: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test("in-app frames come first, then all frames, then the message", () => {
  expect(of([thrown([library("handle"), frame("pay")])]).basis).toBe("in-app-frames");
  expect(of([thrown([library("handle")])]).basis).toBe("all-frames");
  expect(of([thrown([])]).basis).toBe("exception");
  expect(group(eventOf({ message: "hello" })).basis).toBe("message");
  expect(group(eventOf({})).basis).toBe("nothing");
});

test("the page can explain why each frame counts or not", () => {
  const { parts, sentence } = of([
    thrown([frame("eval"), frame("pay"), frame("pay"), library("handle")]),
  ]);
  expect(sentence).toBe("the same exceptions and in-app frames");
  expect(parts).toEqual([
    { label: "exception type", value: "TypeError", counts: true },
    {
      label: "message",
      value: "x is undefined",
      counts: false,
      remark: "stack frames are more specific",
    },
    {
      label: "frame",
      value: "app/cart.ts · eval",
      counts: false,
      remark: "generated code has no stable location",
    },
    { label: "frame", value: "cart.ts · pay", counts: true },
    { label: "frame", value: "cart.ts · pay", counts: false, remark: "repeats the previous frame" },
    {
      label: "frame",
      value: "node_modules/express/router.js · handle",
      counts: false,
      remark: "not in-app",
    },
  ]);
});

test("a single URL without a function is no stack", () => {
  const lone = frame("?", { file: "https://shop.example/" });
  expect(of([thrown([lone])], { platform: "javascript" }).basis).toBe("exception");
});

test("a single-type exception group is grouped as that type", () => {
  const [root, member] = aggregate(["TypeError"]);
  const cause = thrown([frame("read")], { mechanism: { exceptionId: 9, parentId: 1 } });
  expect(counted({ exceptions: [root!, member!, cause] })).toEqual([
    "exception type: TypeError",
    "frame: cart.ts · fetch",
    "exception type: TypeError",
    "frame: cart.ts · read",
  ]);
});

test("exceptions with circular parents do no harm", () => {
  const ring = [0, 1, 2].map((id) =>
    thrown([frame("f")], {
      mechanism: {
        exceptionId: id,
        parentId: id === 0 ? undefined : (id % 2) + 1,
        isExceptionGroup: true,
      },
    }),
  );
  expect(of(ring).hash).toMatch(/^[0-9a-f]{32}$/);
});

test("the crashed thread counts, with its message", () => {
  const threads = [
    { crashed: false, current: true, frames: [frame("wait")] },
    { crashed: true, current: false, frames: [frame("crash")] },
  ];
  expect(counted({ threads, message: "signal 11" })).toEqual([
    "message: signal 11",
    "frame: cart.ts · crash",
  ]);
});
