import type { EventId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { AnalysedTrace } from "./analyse.ts";
import { errorsInTime, type TraceError } from "./errors-in-time.ts";
import { failureId } from "./failure-id.ts";
import type { TraceNode } from "./trace-tree.ts";

/** What joining asks of an event. `title`: type and message, as lists show them. */
export type EventInTrace = { eventId: EventId; title: string; timestamp: number; spanId?: string };

/** A failure in a trace, reported by a span, by an event, or by both. */
export type JoinedError<Event> = {
  error?: TraceError;
  event?: Event;
  /** The spans that it is on: where it failed, and where the SDK was when it reported it. */
  spanIds: SpanId[];
};

/**
 * Joins the failures of spans with the events of the same trace. An exception that a span recorded is known by its event id. SDKs
 * that send events of their own name the span that was active when the error was captured: the failed span or one around it.
 */
export function joinErrors<Event extends EventInTrace>(
  trace: AnalysedTrace,
  traceId: TraceId,
  events: readonly Event[],
): JoinedError<Event>[] {
  const left = new Map<EventId, Event>(events.map((event) => [event.eventId, event]));
  const errors = errorsInTime(trace);
  const joined = new Map<TraceError, Event>();
  for (const error of errors) {
    const { type, message } = error;
    join(error, left.get(failureId({ traceId, fallback: "", type, message })));
  }
  for (const error of errors) if (!joined.has(error)) join(error, nearestOf(trace, errors, error, [...left.values()]));

  function join(error: TraceError, event: Event | undefined): void {
    if (!event) return;
    joined.set(error, event);
    left.delete(event.eventId);
  }

  return [
    ...errors.map((error) => joinedError(trace, joined.get(error), error)),
    ...[...left.values()].map((event) => joinedError(trace, event)),
  ];
}

function joinedError<Event extends EventInTrace>(
  trace: AnalysedTrace,
  event: Event | undefined,
  error?: TraceError,
): JoinedError<Event> {
  const own = event && nodeOf(trace, event)?.span.spanId;
  const spanIds = new Set([...(error ? [error.spanId] : []), ...(own ? [own] : [])]);
  return { ...(error && { error }), ...(event && { event }), spanIds: [...spanIds] };
}

/** The event of the same failure that is closest to its span; the first of several that are as close. */
function nearestOf<Event extends EventInTrace>(
  trace: AnalysedTrace,
  errors: TraceError[],
  error: TraceError,
  events: Event[],
): Event | undefined {
  const at = trace.byId.get(error.spanId)!;
  const candidates = events.flatMap((event) => {
    const own = nodeOf(trace, event);
    if (isSaidBy(error, event)) return [{ event, distance: own ? distanceOf(own, at) : farAway }];
    const isRelated = own !== undefined && distanceOf(own, at) < farAway;
    return isRelated && agrees(trace, errors, error, event, own) ? [{ event, distance: distanceOf(own, at) }] : [];
  });
  return candidates.toSorted((a, b) => a.distance - b.distance)[0]?.event;
}

const farAway = Number.MAX_SAFE_INTEGER;

/** Levels between a span and one around it. Spans beside each other have nothing to do with each other. */
function distanceOf(a: TraceNode, b: TraceNode): number {
  const [outer, inner] = a.position <= b.position ? [a, b] : [b, a];
  return inner.position <= outer.last ? inner.depth - outer.depth : farAway;
}

/** Type and message are the event's, whichever span it names. */
function isSaidBy({ type, message }: TraceError, { title }: EventInTrace): boolean {
  return type !== undefined && message !== undefined && title === titleOf(type, message);
}

/** Neither type nor message contradicts. Where the span tells neither, no other failure may be meant. */
function agrees(
  trace: AnalysedTrace,
  errors: TraceError[],
  { type, message }: TraceError,
  { title }: EventInTrace,
  own: TraceNode,
): boolean {
  const knownType = type === undefined || isStatus(type) ? undefined : type;
  if (knownType !== undefined && !namesType(title, knownType)) return false;
  if (message !== undefined && !isStatus(message)) return title.includes(firstLine(message).slice(0, comparedLength));
  return knownType !== undefined || errors.filter(({ spanId }) => isWithin(own, trace.byId.get(spanId)!)).length === 1;
}

/** Instead of an exception's type or message: a response's status code, or a status by name (`internal_error`). */
const isStatus = (text: string) => /^(?:\d{3}|_OTHER|[a-z]+(?:_[a-z]+)*)$/.test(text);
const namesType = (title: string, type: string) => title === type || title.startsWith(`${type}:`);
const isWithin = (outer: TraceNode, { position }: TraceNode) => position >= outer.position && position <= outer.last;

/** Titles of stored events are cut. */
const titleLength = 200;
const comparedLength = 100;
const titleOf = (type: string, message: string) => `${type}: ${firstLine(message)}`.slice(0, titleLength);
const firstLine = (text: string) =>
  text
    .trimStart()
    .split(/[\r\n]/, 1)[0]!
    .trimEnd();

const nodeOf = ({ byId }: AnalysedTrace, { spanId }: EventInTrace): TraceNode | undefined =>
  spanId === undefined ? undefined : byId.get(spanId as SpanId);
