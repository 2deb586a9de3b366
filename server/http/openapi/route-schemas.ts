import { operationKinds } from "#server/domain/rollup/operation.ts";
import {
  dataQuantiles,
  percentileFields,
  percentileName,
  slowDataQuantile,
} from "#server/domain/rollup/percentiles.ts";
import { issueSchemas } from "./issue-schemas.ts";
import {
  flag,
  integer,
  joined,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  ref,
  type Schema,
  share,
  text,
  time,
  tuple,
} from "./schema.ts";

const ms = nullable(number("Milliseconds."));
const next = nullable(text("Cursor of the next page."));

export const windowSchema = object({ since: time(), until: time() });

const operation = object({
  id: integer(),
  route: text(),
  service: text(),
  kind: oneOf(operationKinds),
  method: nullable(text("HTTP method of requests.")),
});

const figures = object({
  count: integer(),
  failureRate: share(),
  apdex: share(),
  perMinute: number(),
  ...percentileFields(dataQuantiles, () => ms),
});

const changes = object({
  countChange: number("Change as a fraction; 0 means no change."),
  [`${percentileName(slowDataQuantile)}Change`]: number("Change as a fraction; 0 means no change."),
});
const compared = object({
  previous: nullable(joined(figures, changes)),
  isNew: flag("True if the route had no requests in the previous period."),
});

const sample = object({
  traceId: text(),
  spanId: text(),
  startedAt: time(),
  durationMs: number(),
  failed: flag(),
  release: nullable(text()),
});

const releaseFigures = joined(
  object({ release: nullable(text()), firstAt: time(), lastAt: time() }),
  figures,
);

const route = joined(
  operation,
  windowSchema,
  figures,
  compared,
  object({
    previousPeriod: nullable(windowSchema),
    histogram: listOf(object({ bucket: integer(), count: integer() })),
    series: object({
      step: object({ unit: oneOf(["5-minutes", "hour", "day"]), every: integer() }),
      steps: listOf(joined(object({ at: time() }), figures)),
    }),
    releases: listOf(releaseFigures),
    samples: object({ slow: listOf(sample), failed: listOf(sample), random: listOf(sample) }),
    siblings: listOf(joined(operation, object({ count: integer() }))),
    issues: listOf(joined(issueSchemas.Issue, object({ foundBy: oneOf(["trace", "culprit"]) }))),
  }),
);

const listedRoute = joined(operation, figures, object({ timeShare: share() }), compared);

const list = joined(
  windowSchema,
  object({
    previous: nullable(windowSchema),
    routes: listOf(ref("Route")),
    total: integer(),
    next,
  }),
);

const side = object({
  release: nullable(text()),
  count: integer(),
  firstAt: time(),
  lastAt: time(),
  sample: nullable(object({ traceId: text(), spanId: text(), durationMs: number() })),
});

const rangeMs: Schema = {
  ...nullable(tuple(number(), number())),
  description: "95% confidence interval.",
};

const quantile = object({
  q: number(),
  verdict: oneOf(["slower", "faster", "same", "too-few"]),
  fromMs: ms,
  toMs: ms,
  fromRangeMs: rangeMs,
  toRangeMs: rangeMs,
});

const routeSide = nullable(
  object({ durationMs: number(), blockedMs: number(), status: text(), why: nullable(text()) }),
);

const comparison = object({
  from: side,
  to: side,
  summary: listOf(text()),
  quantiles: listOf(quantile),
  failureRate: object({
    before: share(),
    after: share(),
    verdict: oneOf(["more-often", "less-often", "same", "too-few"]),
  }),
  routes: listOf(
    object({
      routeId: text(),
      path: nullable(text()),
      depth: integer(),
      differenceMs: number(),
      from: routeSide,
      to: routeSide,
    }),
  ),
});

const compare = joined(
  operation,
  windowSchema,
  object({
    releases: listOf(object({ release: nullable(text()), count: integer() })),
    comparison: nullable(comparison),
  }),
);

export const routeSchemas = { Route: listedRoute };
export const routeAnswers = { list, route, compare };
export { operation as operationSchema };
