import { chooseSamples } from "#server/domain/rollup/sample-choice.ts";
import { sampleClasses } from "#server/domain/rollup/sample.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";

export type Samples = RollupChange["samples"];

/**
 * The best samples offered to storage so far, by operation and hour. Storage has these or better
 * ones, so worse ones are not offered. This spares most batches reading and writing samples (a
 * third of the cost of rollups).
 */
export type SampleMemory = {
  of(key: string): Samples | undefined;
  /** Call after the commit. */
  add(key: string, samples: Samples): void;
};

/** A few kilobytes each. Forgotten samples are offered again. */
const keysMax = 4_000;

export function createSampleMemory(): SampleMemory {
  const known = new Map<string, Samples>();
  return {
    of: (key) => known.get(key),
    add(key, samples) {
      const before = known.get(key);
      known.delete(key);
      known.set(key, before ? bestOf(before, samples) : samples);
      for (const oldest of known.keys()) {
        if (known.size <= keysMax) return;
        known.delete(oldest);
      }
    },
  };
}

function bestOf(a: Samples, b: Samples): Samples {
  const [slow, failed, random] = sampleClasses.map((each) =>
    chooseSamples(each, [...a[each], ...b[each]]),
  );
  return { slow: slow!, failed: failed!, random: random! };
}
