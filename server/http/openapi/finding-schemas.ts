import { flag, integer, joined, listOf, nullable, number, object, oneOf, share, text, time } from "./schema.ts";
import { operationSchema, windowSchema } from "./route-schemas.ts";

const span = object({ traceId: text(), spanId: text() });

const loader = object(
  {
    ...{ routeId: text(), depth: integer(), kind: text(), isClient: flag(), ran: integer("Requests in which it ran.") },
    ...{ medianMs: number(), p95Ms: number(), selfMs: number(), waitingMs: number(), share: share() },
    ...{ blocked: integer(), failed: integer(), example: span },
  },
  { path: text() },
);

const wait = object({ label: text(), share: share(), found: integer(), example: span });

const place = object({ place: text("As a sentence says it."), share: share() });

const serial = object({
  ...{ names: listOf(text()), more: integer(), calls: integer(), within: text(), found: integer() },
  ...{ totalMs: number(), savedMs: number(), helped: integer(), example: span },
});

const repeat = object(
  {
    ...{ label: text(), service: text(), kind: oneOf(["same", "n-plus-one", "repeated"]), routeIds: listOf(text()) },
    ...{
      found: integer(),
      medianCount: number(),
      mostCount: integer(),
      totalMs: number(),
      savedMs: number(),
      helped: integer(),
    },
    example: span,
  },
  { after: text("The query whose rows they follow.") },
);

const slowest = object(
  {
    ...{ traceId: text(), spanId: text(), startedAt: time(), durationMs: number(), failed: flag() },
    advice: nullable(text()),
  },
  { release: text() },
);

/** What sampled traces of a route have in common. */
export const findingsAnswer = joined(
  ...[operationSchema, windowSchema],
  object({
    advice: nullable(text()),
    looked: object({
      sampled: integer(),
      at: integer("Traces."),
      requests: integer("Of the route in these traces: what all counts below are of."),
      notKept: integer(),
      tooLarge: integer(),
      outOfTime: integer(),
    }),
    ...{
      medianMs: number(),
      loaders: listOf(loader),
      waits: listOf(wait),
      spread: listOf(place),
      serial: listOf(serial),
    },
    ...{ repeats: listOf(repeat), slowest: listOf(slowest) },
  }),
);
