import { firstLine } from "#server/domain/event/first-line.ts";
import type { EventId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "./timing/analyze.ts";
import { errorsInTime, type TraceError } from "./errors-in-time.ts";
import { failureId } from "./failure-id.ts";
import type { TraceNode } from "./trace-tree.ts";

/** Fields of an event needed for joining. `title`: type and message, as in lists. */
export type EventInTrace = { eventId: EventId; title: string; timestamp: number; spanId?: string };

/** A failure in a trace, reported by a span, an event, or both. */
export type JoinedError<Event> = {
  error?: TraceError;
  event?: Event;
  /** Its spans: where it failed, and where the SDK reported it. */
  spanIds: SpanId[];
};

/**
 * Joins failures of spans with events of the same trace. A span's exception has a derived event ID.
 * SDKs that send their own events name the span that was active when the error was captured: the
 * failed span or one around it.
 */
export function joinErrors<Event extends EventInTrace>(
  trace: AnalyzedTrace,
  traceId: TraceId,
  events: readonly Event[],
): JoinedError<Event>[] {
  const errors = errorsInTime(trace);
  const eventOf = new Map<TraceError, Event>();
  const left = new Map<EventId, Event>(events.map((event) => [event.eventId, event]));
  for (const error of left.size > 0 ? errors : []) {
    const { type, message } = error;
    const event = left.get(failureId({ traceId, fallback: "", type, message }));
    if (event) join(error, event);
  }
  const findError = left.size > 0 ? errorFinder(trace, errors) : undefined;
  for (const event of left.values()) {
    const error = findError?.(event, (each) => !eventOf.has(each));
    if (error) join(error, event);
  }
  return [
    ...errors.map((error) => joinedError(trace, eventOf.get(error), error)),
    ...[...left.values()].map((event) => joinedError(trace, event)),
  ];

  function join(error: TraceError, event: Event): void {
    eventOf.set(error, event);
    left.delete(event.eventId);
  }
}

function joinedError<Event extends EventInTrace>(
  trace: AnalyzedTrace,
  event: Event | undefined,
  error?: TraceError,
): JoinedError<Event> {
  const own = event && nodeOf(trace, event)?.span.spanId;
  const spanIds = new Set([...(error ? [error.spanId] : []), ...(own ? [own] : [])]);
  return { ...(error && { error }), ...(event && { event }), spanIds: [...spanIds] };
}

type Placed = { error: TraceError; node: TraceNode };
type FindError = (
  event: EventInTrace,
  isFree: (error: TraceError) => boolean,
) => TraceError | undefined;

/** Maximum number of failures below one span compared with an event: a trace may have 100,000. */
const comparedErrors = 2_000;

/**
 * Finds the failure of an event: the nearest below or around its span, otherwise one with the same
 * type and message.
 */
function errorFinder(trace: AnalyzedTrace, errors: TraceError[]): FindError {
  const placed = errors
    .map((error): Placed => ({ error, node: trace.byId.get(error.spanId)! }))
    .toSorted((a, b) => a.node.position - b.node.position);
  const byNode = Map.groupBy(placed, ({ node }) => node);
  const byTitle = Map.groupBy(errors, ({ type, message }) =>
    type === undefined || message === undefined ? undefined : titleOf(type, message),
  );
  return (event, isFree) => {
    const own = nodeOf(trace, event);
    const around = own ? [...below(own), ...above(own)].filter(({ error }) => isFree(error)) : [];
    const isAlone = own !== undefined && below(own).length === 1;
    const same = around.filter(({ error, node }) => agrees(error, event, isAlone || node === own));
    const nearest = same.toSorted((a, b) => distance(a, own!) - distance(b, own!))[0];
    return nearest?.error ?? byTitle.get(event.title)?.find(isFree);
  };

  function below({ position, last }: TraceNode): Placed[] {
    const from = firstFrom(placed, position);
    const until = firstFrom(placed, last + 1);
    return placed.slice(from, Math.min(until, from + comparedErrors));
  }

  function above({ parent }: TraceNode): Placed[] {
    const found: Placed[] = [];
    for (let node = parent; node; node = node.parent) found.push(...(byNode.get(node) ?? []));
    return found;
  }
}

/** Index of the first one at or after the given position. */
function firstFrom(placed: readonly Placed[], position: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placed[middle]!.node.position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In levels: one of the two is an ancestor of the other. */
const distance = ({ node }: Placed, own: TraceNode): number => Math.abs(node.depth - own.depth);

/**
 * Neither type nor message contradicts. If the span has neither, there must be no other candidate.
 */
function agrees(
  { type, message }: TraceError,
  { title }: EventInTrace,
  isOnlyOne: boolean,
): boolean {
  const knownType = type === undefined || isStatus(type) ? undefined : type;
  // A span may have the error's code as type.
  if (message && title.replace(/^[\w.$]{1,100}: /, "") === firstLine(message).slice(0, titleLength))
    return true;
  if (knownType !== undefined && !namesType(title, knownType)) return false;
  if (message !== undefined && !isStatus(message))
    return title.includes(firstLine(message).slice(0, comparedLength));
  return knownType !== undefined || isOnlyOne;
}

/**
 * In place of an exception's type or message: a response's status code, or a named status
 * (`internal_error`).
 */
export const isStatus = (text: string): boolean =>
  /^(?:\d{3}|_OTHER|[a-z]+(?:_[a-z]+)*)$/.test(text);
const namesType = (title: string, type: string) => title === type || title.startsWith(`${type}:`);

/** Titles of stored events are truncated. */
const titleLength = 200;
const comparedLength = 100;
const titleOf = (type: string, message: string) =>
  `${type}: ${firstLine(message)}`.slice(0, titleLength);

const nodeOf = ({ byId }: AnalyzedTrace, { spanId }: EventInTrace): TraceNode | undefined =>
  spanId === undefined ? undefined : byId.get(spanId as SpanId);
