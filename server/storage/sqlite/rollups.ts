import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { Connections } from "./connections.ts";
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
import type { Write } from "./writing.ts";

export function rollupStore({ reader, writer }: Connections, write: Write): RollupStore {
  const coverOf = readCover(reader);
  return {
    cover: async (window) => coverOf(window),
    ...readOperations(reader),
    ...readAllOperations(reader),
    ...readSeries(reader),
    releases: readReleases(reader),
    facets: readFacets(reader),
    samples: readSamples(reader),
    sampledTraces: readSampledTraces(reader),
    ...readVitals(reader),
    evict: evictRollups(writer, write),
  };
}
