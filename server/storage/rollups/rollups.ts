import type { Query } from "#server/storage/database.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import { evictRollups } from "./evict.ts";
import { readFacets } from "./facets.ts";
import { readAllOperations } from "./list.ts";
import { readOperations } from "./operations.ts";
import { readReleases } from "./releases.ts";
import { readSampledTraces, readSamples } from "./sample-list.ts";
import { readSeries } from "./series.ts";
import { readCover } from "./window.ts";
import { readVitals } from "#server/storage/vitals/list.ts";

export const rollupStore = (query: Query): RollupStore => ({
  cover: (window) => readCover(query, window),
  ...readOperations(query),
  ...readAllOperations(query),
  ...readSeries(query),
  releases: readReleases(query),
  facets: readFacets(query),
  samples: readSamples(query),
  sampledTraces: readSampledTraces(query),
  ...readVitals(query),
  evict: evictRollups(query),
});
