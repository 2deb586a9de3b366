import { expect, test } from "vitest";
import { parseTraceReference } from "./trace-reference.ts";

const traceId = "3dfa99b7c0de4a00800000000000001f";
const uuid = "3dfa99b7-c0de-4a00-8000-00000000001f";

test("a trace ID is read bare, by key, header, or UUID", () => {
  for (const text of [traceId, ` ${traceId.toUpperCase()} `])
    expect(parseTraceReference(text)).toEqual({ traceId, isNamed: false });
  const named = [
    `trace:${traceId}`,
    `trace_id:"${traceId}"`,
    `trace.id: ${traceId}`,
    `00-${traceId}-b7ad6b7169203331-01`,
    `traceparent: 00-${traceId}-b7ad6b7169203331-01`,
    `${traceId}-b7ad6b7169203331-1`,
  ];
  for (const text of named)
    expect(parseTraceReference(text), text).toEqual({ traceId, isNamed: true });
  expect(parseTraceReference(uuid)).toEqual({ traceId, isNamed: false });
});

test("eight digits or more are a prefix; other texts are not", () => {
  expect(parseTraceReference("3dfa99b7")).toEqual({ prefix: "3dfa99b7", isNamed: false });
  expect(parseTraceReference("trace:3DFA99B7c")).toEqual({ prefix: "3dfa99b7c", isNamed: true });
  for (const text of [
    "",
    "3dfa99b",
    "cart",
    "trace:cart",
    `${traceId}0`,
    `${traceId} status:error`,
    "0".repeat(32),
  ])
    expect(parseTraceReference(text), text).toBeUndefined();
});
