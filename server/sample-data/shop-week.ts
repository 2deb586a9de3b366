import { encodeSpans } from "#server/ingest/otlp/wire/encode.ts";
import { envelope, type SampleRequest } from "./sample-request.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import {
  hourMs,
  oldestHours,
  releaseAt,
  stepHours,
  trafficAt,
  weekHours,
} from "./shop-calendar.ts";
import type { ShopBundle } from "./shop-bundle.ts";
import type { ShopError } from "./shop-error.ts";
import { shopErrors } from "./shop-errors.ts";
import { eventOf } from "./shop-events.ts";
import { type Shopper, userAgents } from "./shop-people.ts";
import { failingQuery } from "./shop-checkout.ts";
import type { ShopRoute } from "./shop-route.ts";
import { shopRoutes } from "./shop-routes.ts";
import { shopReleases } from "./shop-services.ts";
import { sentEvent, type SpellEvent, spellEvents } from "./shop-spells.ts";
import { drawMail, drawVisit, signIn, type Visit, type VisitKind } from "./shop-visits.ts";
import { type LoadedDocument, vitalsOf } from "./shop-vitals.ts";
import type { TraceDrawing } from "./trace-pen.ts";

export type WeekDeps = {
  random: SeededRandom;
  /** When the week ends. */
  now: number;
  shoppers: Shopper[];
  /** Each release's script. */
  bundles: readonly ShopBundle[];
};

/** Data of one time range, which ends `endHours` before the end of the week. */
export type Stretch = { endHours: number; requests: SampleRequest[] };

const requestsPerStep = 72;
const sessionsPerStep = 14;
const spellSeed = 21;

/**
 * All data that the shop sent, oldest first, one time range at a time: generating it takes one or
 * two seconds of CPU time.
 */
export function* shopWeek(deps: WeekDeps): Generator<Stretch> {
  const waiting = spellEvents(deps, seededRandom(spellSeed));
  let next = 0;
  const dueUntil = (until: number) => {
    const from = next;
    while (next < waiting.length && waiting[next]!.request.receivedAt <= until) next += 1;
    return waiting.slice(from, next);
  };
  for (let hours = oldestHours; hours > weekHours; hours -= 24)
    yield {
      endHours: hours - 24,
      requests: dueUntil(deps.now - (hours - 24) * hourMs).map(({ request }) => request),
    };
  for (let hours = weekHours; hours > 0; hours -= stepHours) {
    const endHours = hours - stepHours;
    const until = deps.now - endHours * hourMs;
    const due = dueUntil(until);
    const traffic = trafficOf(deps, hours, until, due);
    yield { endHours, requests: [...due.map(({ request }) => request), ...traffic] };
  }
}

/**
 * Requests of an hour: their spans in one message, failures as events, vitals of documents, and
 * sessions.
 */
function trafficOf(
  deps: WeekDeps,
  fromHours: number,
  until: number,
  spells: SpellEvent[],
): SampleRequest[] {
  const { random } = deps;
  const drawings: TraceDrawing[] = [];
  const events: SampleRequest[] = [];
  const documents: LoadedDocument[] = [];
  const requests = Math.round(requestsPerStep * trafficAt(fromHours));
  for (let request = 0; request < requests; request++) {
    const visit = visitAt(deps, fromHours, (request + random.next()) / requests);
    const drawing = drawVisit(random, visit);
    drawings.push(drawing);
    if (signedInRoutes.includes(visit.route.route))
      signIn(drawing, shopperOf(deps, fromHours, request));
    if (visit.isFailing) events.push(failureOf(deps, visit, drawing));
    if (visit.kind === "document") documents.push({ visit, drawing });
  }
  drawings.push(drawMail(random, until - random.between(60_000, 1_700_000)));
  drawings.push(...spells.flatMap(({ drawing }) => drawing ?? []));
  const spans = drawings.flatMap((drawing) => drawing.spans);
  return [
    tracesOf(spans, until),
    ...events.toSorted((a, b) => a.receivedAt - b.receivedAt),
    ...(documents.length > 0 ? [vitalsOf(random, documents, until - 1500)] : []),
    sessionsOf(deps, fromHours, until),
  ];
}

const signedInRoutes = ["/checkout", "/account/orders"];

/** Not random: a random choice would change all later ones. */
const shopperOf = ({ shoppers }: WeekDeps, fromHours: number, request: number): Shopper =>
  shoppers[(request * 7 + Math.round(fromHours / stepHours)) % shoppers.length]!;

function tracesOf(spans: TraceDrawing["spans"], until: number): SampleRequest {
  // Spans of one service share their resource in the message.
  const byService = spans.toSorted((a, b) =>
    a.service < b.service ? -1 : a.service > b.service ? 1 : 0,
  );
  const body = encodeSpans(byService);
  return {
    receivedAt: until - 1000,
    path: "integration/otlp/v1/traces",
    contentType: "application/x-protobuf",
    body,
  };
}

function visitAt({ random, now }: WeekDeps, fromHours: number, share: number): Visit {
  const hoursBefore = fromHours - share * stepHours;
  const route = pickRoute(random.next());
  const release = releaseAt(hoursBefore);
  // Leaves the last few seconds free: every span ends before its message is sent.
  const startedAt = now - hoursBefore * hourMs - 9_000;
  const chance = random.next();
  const kind: VisitKind =
    chance < 0.09 && route.method === "GET" ? "document" : chance < 0.3 ? "navigation" : "request";
  const failing =
    route.route === "/checkout"
      ? release === 2
        ? 0.06
        : 0
      : route.route === "/product/:id"
        ? 0.004
        : 0;
  return {
    kind,
    route,
    startedAt,
    release,
    isFailing: random.next() < failing,
    userAgent: random.pick(userAgents),
  };
}

const totalWeight = shopRoutes.reduce((sum, { weight }) => sum + weight, 0);

function pickRoute(share: number): ShopRoute {
  let left = share * totalWeight;
  for (const route of shopRoutes) if ((left -= route.weight) < 0) return route;
  return shopRoutes[0]!;
}

const errorNamed = (name: string): ShopError => shopErrors.find((error) => error.name === name)!;

/** The event of a failed request: in its trace, on the failed query if there is one. */
function failureOf(
  { random, shoppers, bundles }: WeekDeps,
  visit: Visit,
  drawing: TraceDrawing,
): SampleRequest {
  const { traceId, spans, endedAt } = drawing;
  const isTimeout = visit.route.route === "/checkout";
  const error = errorNamed(isTimeout ? "timeout" : "headers");
  const span = spans.find(({ name, kind }) =>
    isTimeout ? name === failingQuery.name : kind === "server",
  )!;
  const shopper = shoppers[1 + random.below(error.users)]!;
  signIn(drawing, shopper);
  const release = shopReleases[visit.release];
  const trace = { traceId, spanId: span.spanId };
  return sentEvent(
    eventOf(random, {
      error,
      at: endedAt,
      release,
      bundle: bundles[visit.release]!,
      shopper,
      trace,
    }),
    endedAt,
  );
}

/** Shares of crashed sessions by release: 2.4.1 breaks opening carts. */
const crashing = [0.004, 0.005, 0.08] as const;
/** Sessions aggregated per hour by the server's SDK, for each one sent individually. */
const summedUp = 18;

function sessionsOf(
  { random, shoppers, now }: WeekDeps,
  fromHours: number,
  until: number,
): SampleRequest {
  const items = Array.from({ length: Math.round(sessionsPerStep * trafficAt(fromHours)) }, () => {
    const hoursBefore = fromHours - random.next() * stepHours;
    const release = releaseAt(hoursBefore);
    const started = new Date(now - hoursBefore * hourMs - 2_000).toISOString();
    const status = random.next() < crashing[release] ? "crashed" : "exited";
    const attrs = { release: shopReleases[release], environment: "production" };
    const timestamp = new Date(until - 500).toISOString();
    const did = random.pick(shoppers).id;
    return {
      type: "session",
      body: { sid: random.hex(32), init: true, started, timestamp, status, errors: 0, did, attrs },
    };
  });
  return envelope(until - 400, {}, [
    ...items,
    summedSessions(until, fromHours, items.length * summedUp),
  ]);
}

/** Sessions without users, of the release active for most of the hour. */
function summedSessions(until: number, fromHours: number, sessions: number) {
  const release = releaseAt(fromHours - stepHours / 2);
  const crashed = Math.round(sessions * crashing[release]);
  const errored = Math.round(crashed / 3);
  const counts = { exited: sessions - crashed - errored, errored, crashed };
  const started = new Date(until - (stepHours / 2) * hourMs).toISOString();
  const attrs = { release: shopReleases[release], environment: "production" };
  return { type: "sessions", body: { aggregates: [{ started, ...counts }], attrs } };
}
