import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { Connections } from "./connections.ts";
import type { Write } from "./writing.ts";

export function rollupStore(_connections: Connections, _write: Write): RollupStore {
  return {
    operations: async () => [],
    operation: async () => undefined,
    operationsOf: async () => [],
    series: async () => [],
    counts: async () => new Map(),
    byRelease: async () => [],
    samples: async () => [],
    sampledTraces: async () => new Set(),
    facets: async () => ({ services: [], releases: [] }),
    vitals: async () => [],
    vitalSeries: async () => [],
    evict: async () => 0,
  };
}
