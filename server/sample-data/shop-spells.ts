import { envelope, type SampleRequest } from "./sample-request.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { hourMs, releaseAt, weekHours } from "./shop-calendar.ts";
import type { ShopError } from "./shop-error.ts";
import { shopErrors } from "./shop-errors.ts";
import { eventOf, type SentEvent } from "./shop-events.ts";
import { feedbackAbout } from "./shop-feedback.ts";
import { userAgents } from "./shop-people.ts";
import { shopRoutes } from "./shop-routes.ts";
import { shopReleases } from "./shop-services.ts";
import { drawVisit, signIn } from "./shop-visits.ts";
import type { WeekDeps } from "./shop-week.ts";
import type { TraceDrawing } from "./trace-pen.ts";

/** An event of an error's spell, and its trace if sampled. */
export type SpellEvent = { request: SampleRequest; drawing?: TraceDrawing };

/** The newest event of each spell has a trace, and one in this many of the others. */
const tracedShare = 8;
/** Time into a visit at which its error occurs. */
const intoVisitMs = 40;

/** Oldest first. `tracing` only draws traces, so that the other data is the same without it. */
export const spellEvents = (deps: WeekDeps, tracing: SeededRandom): SpellEvent[] =>
  shopErrors
    .flatMap((error, index) => eventsOf(deps, tracing, error, index))
    .toSorted((a, b) => a.request.receivedAt - b.request.receivedAt);

function eventsOf(
  deps: WeekDeps,
  tracing: SeededRandom,
  error: ShopError,
  index: number,
): SpellEvent[] {
  const { random, now, shoppers, bundles } = deps;
  return error.spells.flatMap(({ fromHours, toHours, events }) => {
    const spell = Array.from({ length: events }, (_, number) => {
      const hoursBefore = random.between(toHours, fromHours);
      const at = now - hoursBefore * hourMs;
      const known =
        error.meetsFrequentShopper && number === 0 ? 0 : 1 + index * 5 + random.below(error.users);
      const shopper = error.users > 0 ? shoppers[known % shoppers.length] : undefined;
      const release = error.release ?? shopReleases[releaseAt(hoursBefore)];
      const bundle = bundles[releaseAt(hoursBefore)]!;
      const event = eventOf(random, { error, at, release, bundle, ...(shopper && { shopper }) });
      return { hoursBefore, at, shopper, event, feedback: feedbackAbout(error, number, shopper) };
    });
    const newest = Math.min(...spell.map(({ hoursBefore }) => hoursBefore));
    return spell.map(({ hoursBefore, at, shopper, event, feedback }, number) => {
      const isTraced =
        hoursBefore < weekHours && (hoursBefore === newest || number % tracedShare === 0);
      const drawing = isTraced ? traceOf(tracing, error, at, hoursBefore) : undefined;
      if (drawing && shopper) signIn(drawing, shopper);
      const inTrace = {
        ...event,
        contexts: { ...event.contexts, trace: drawing && placeIn(drawing) },
      };
      return { request: sentEvent(inTrace, at, feedback), ...(drawing && { drawing }) };
    });
  });
}

/** The surrounding visit; undefined for a route without sample traffic. */
function traceOf(
  random: SeededRandom,
  error: ShopError,
  at: number,
  hoursBefore: number,
): TraceDrawing | undefined {
  const route = shopRoutes.find((each) => each.route === error.route && each.method === "GET");
  if (!route) return undefined;
  const kind = error.side === "browser" ? "navigation" : "request";
  const visit = {
    kind,
    route,
    startedAt: at - intoVisitMs,
    release: releaseAt(hoursBefore),
    isFailing: false,
  } as const;
  const drawing = drawVisit(random, { ...visit, userAgent: random.pick(userAgents) });
  if (error.side === "server" && !error.handled) fail(drawing.spans[0]!);
  return drawing;
}

function fail(request: TraceDrawing["spans"][number]): void {
  request.status = "error";
  request.attributes["http.response.status_code"] = 500;
}

const placeIn = ({ traceId, spans }: TraceDrawing) => ({
  trace_id: traceId,
  span_id: spans[0]!.spanId,
});

export function sentEvent(
  event: SentEvent,
  at: number,
  feedback: { type: string; body: object }[] = [],
): SampleRequest {
  const said = feedback.map(({ type, body }) => ({
    type,
    body: { ...body, event_id: event.event_id },
  }));
  return envelope(at + 700, { event_id: event.event_id }, [
    { type: "event", body: event },
    ...said,
  ]);
}
