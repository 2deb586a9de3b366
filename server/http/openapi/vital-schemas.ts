import { vitalNames } from "#server/domain/vital/vital.ts";
import { percentileFields, spreadDataQuantiles } from "#server/domain/rollup/percentiles.ts";
import { windowSchema } from "./route-schemas.ts";
import { integer, joined, listOf, nullable, number, object, oneOf, share, text } from "./schema.ts";

const figures = object({
  p75: number("Milliseconds; CLS has no unit."),
  good: share(),
  needsImprovement: share(),
  poor: share(),
  count: integer(),
  rating: oneOf(["good", "needs-improvement", "poor"]),
});

const page = joined(
  object({ route: text(), count: integer("Number of visits.") }),
  object(Object.fromEntries(vitalNames.map((name) => [name, nullable(figures)]))),
);

const spread = object({
  count: integer(),
  ...percentileFields(spreadDataQuantiles, () => number()),
});

const hydratable = integer("Documents of pages that hydrate. neverHydrated is a share of these.");

const reached = object({
  documents: integer(),
  navigations: integer(),
  hydrated: integer(),
  hydratable,
  submits: integer(),
  prefetches: integer(),
  prefetchesUsed: integer(),
  neverHydrated: nullable(share()),
  hydration: nullable(spread),
  pending: nullable(
    joined(spread, object({ overSecond: integer("Navigations longer than a second.") })),
  ),
  revalidation: nullable(spread),
});

export const vitalsAnswer = joined(
  windowSchema,
  object({
    routes: listOf(page),
    reached,
    total: integer(),
    next: nullable(text("Cursor of the next page.")),
  }),
);
