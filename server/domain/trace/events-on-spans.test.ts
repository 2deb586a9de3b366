import { expect, test } from "vitest";
import type { EventId, TraceId } from "#server/domain/ids.ts";
import { analyzeTrace } from "./timing/analyze.ts";
import { type EventInTrace, joinErrors } from "./events-on-spans.ts";
import { failureId } from "./failure-id.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { drawSpans, sampleSpan, sampleSpanId } from "./sample-spans.fixture.ts";

const traceId = "7c1ef02b9a1d4c55b0e1d7f3c2a1a902" as TraceId;
const eventOn = (
  span: number | undefined,
  title: string,
  eventId = `${title} on ${span}`,
): EventInTrace => ({
  eventId: eventId as EventId,
  title,
  timestamp: 0,
  ...(span !== undefined && { spanId: sampleSpanId(span) }),
});

/** The span of each failure, and its event. */
function joined(drawing: string, ...events: EventInTrace[]): string[] {
  return joinErrors(analyzeTrace(drawSpans(drawing)), traceId, events).map(
    ({ error, event, spanIds }) => {
      const spans = spanIds.map((id) => Number.parseInt(id, 16)).join(" and ");
      return `${error ? error.name : "-"} | ${event?.title ?? "-"} | ${spans}`;
    },
  );
}

const query = `
  GET /orders 0-100 server !
    handler 5-90
      SELECT orders 10-40 client error.type=PostgresError !
    mail 92-95`;

test("a failed query and the error of a span around it are one", () => {
  expect(joined(query, eventOn(2, 'PostgresError: relation "orders" does not exist'))).toEqual([
    'SELECT orders | PostgresError: relation "orders" does not exist | 3 and 2',
  ]);
});

test("a status name is no exception message", () => {
  const spans = drawSpans(query);
  spans[2]!.statusMessage = "internal_error";
  const event = eventOn(2, "PostgresError: no such table");
  expect(joinErrors(analyzeTrace(spans), traceId, [event])[0]!.event).toBe(event);
});

test("an error of another type or on a sibling span is its own failure", () => {
  expect(joined(query, eventOn(2, "RangeError: no"), eventOn(4, "PostgresError: late"))).toEqual([
    "SELECT orders | - | 3",
    "- | RangeError: no | 2",
    "- | PostgresError: late | 4",
  ]);
});

test("an error on a successful span is on that span", () => {
  expect(joined("a 0-9\n  b 1-2", eventOn(2, "Error: caught"))).toEqual(["- | Error: caught | 2"]);
});

test("of two equally failed queries, each is joined with its nearest error", () => {
  const two = `
    GET / 0-100 server !
      first 0-40
        SELECT a 10-20 error.type=DbError !
      second 40-90
        SELECT b 50-60 error.type=DbError !`;
  expect(joined(two, eventOn(4, "DbError: b"), eventOn(2, "DbError: a"))).toEqual([
    "SELECT a | DbError: a | 3 and 2",
    "SELECT b | DbError: b | 5 and 4",
  ]);
});

test("a span without failure details is joined if only one failure fits", () => {
  expect(joined("GET / 0-9 server\n  fetch 1-2 client !", eventOn(1, "TypeError: x"))).toEqual([
    "fetch | TypeError: x | 2 and 1",
  ]);
  const two = "GET / 0-9 server\n  fetch a 1-2 client !\n  fetch b 3-4 client !";
  expect(joined(two, eventOn(1, "TypeError: x"))).toEqual([
    "fetch a | - | 2",
    "fetch b | - | 3",
    "- | TypeError: x | 1",
  ]);
});

test("an exception is matched by event ID, or by text without a span", () => {
  const drawing = "GET / 0-9 server !TypeError";
  const words = { type: "TypeError", message: "TypeError in GET /" };
  const id = failureId({ traceId, fallback: "", ...words });
  expect(joined(drawing, eventOn(undefined, "renamed", id))).toEqual(["GET / | renamed | 1"]);
  expect(joined(drawing, eventOn(undefined, "TypeError: TypeError in GET /"))).toHaveLength(1);
  expect(joined(drawing, eventOn(undefined, "TypeError: another"))).toHaveLength(2);
});

test("20,000 failures and many events are joined fast", () => {
  const root = sampleSpan(1, "GET /", 0, 20_000);
  const spans = Array.from({ length: 20_000 }, (_, at) => {
    const span = sampleSpan(at + 2, "fetch", at, at + 1, root);
    span.status = "error";
    return span;
  });
  const trace = analyzeTrace([root, ...spans]);
  const events = Array.from({ length: 200 }, (_, at) => eventOn(1, `Error: ${at}`));
  const begun = threadMs();
  joinErrors(trace, traceId, events);
  expect(threadMs() - begun).toBeLessThan(1_000);
});

test("a span outside the trace is omitted", () => {
  expect(joined("a 0-9", eventOn(7, "Error: elsewhere"))).toEqual(["- | Error: elsewhere | "]);
});
