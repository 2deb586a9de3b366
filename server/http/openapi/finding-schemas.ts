import { percentileField, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import {
  flag,
  integer,
  joined,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  share,
  text,
  time,
} from "./schema.ts";
import { operationSchema, windowSchema } from "./route-schemas.ts";

const span = object({ traceId: text(), spanId: text() });

const loader = object(
  {
    routeId: text(),
    depth: integer(),
    kind: text(),
    isClient: flag(),
    ran: integer("Requests that ran it."),
    medianMs: number(),
    [percentileField(slowQuantile)]: number(),
    selfMs: number(),
    waitingMs: number(),
    share: share(),
    blocked: integer(),
    failed: integer(),
    example: span,
  },
  { path: text() },
);

const wait = object({ label: text(), share: share(), found: integer(), example: span });

const place = object({ place: text("Name, as used in sentences."), share: share() });

const since = text("The release with which it began, if that is sure.");

const serial = object(
  {
    names: listOf(text()),
    more: integer(),
    calls: integer(),
    within: text(),
    found: integer(),
    totalMs: number(),
    savedMs: number(),
    helped: integer(),
    example: span,
  },
  { since },
);

const repeat = object(
  {
    label: text(),
    service: text(),
    kind: oneOf(["same", "n-plus-one", "repeated"]),
    routeIds: listOf(text()),

    found: integer(),
    medianCount: number(),
    mostCount: integer(),
    totalMs: number(),
    savedMs: number(),
    helped: integer(),
    example: span,
  },
  { after: text("The query that returned the rows."), since },
);

const slowest = object(
  {
    traceId: text(),
    spanId: text(),
    startedAt: time(),
    durationMs: number(),
    failed: flag(),
    advice: nullable(text()),
  },
  { release: text() },
);

/** What a route's sampled traces have in common. */
export const findingsAnswer = joined(
  operationSchema,
  windowSchema,
  object({
    advice: nullable(text()),
    looked: object({
      sampled: integer(),
      at: integer("Analyzed traces."),
      requests: integer(
        "Requests of the route in these traces. All counts below are of these requests.",
      ),
      notKept: integer(),
      tooLarge: integer(),
      outOfTime: integer(),
    }),

    medianMs: number(),
    loaders: listOf(loader),
    waits: listOf(wait),
    spread: listOf(place),
    serial: listOf(serial),
    repeats: listOf(repeat),
    slowest: listOf(slowest),
  }),
);
