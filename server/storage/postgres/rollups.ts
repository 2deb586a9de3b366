import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { Database } from "./database.ts";
import { evictRollups } from "./rollup-evict.ts";
import { readFacets } from "./rollup-facets.ts";
import { readAllOperations } from "./rollup-list.ts";
import { readOperations } from "./rollup-operations.ts";
import { readReleases } from "./rollup-releases.ts";
import { readSamples } from "./rollup-sample-list.ts";
import { readSampledTraces } from "./rollup-samples.ts";
import { readSeries } from "./rollup-series.ts";
import { readCover } from "./rollup-window.ts";
import { readVitals } from "./vital-list.ts";

export function rollupStore(database: Database): RollupStore {
  const { query } = database;
  return {
    cover: (window) => readCover(query, window),
    ...readOperations(query),
    ...readAllOperations(query),
    ...readSeries(query),
    releases: readReleases(query),
    facets: readFacets(query),
    samples: readSamples(query),
    sampledTraces: readSampledTraces(query),
    ...readVitals(query),
    evict: evictRollups(database),
  };
}
