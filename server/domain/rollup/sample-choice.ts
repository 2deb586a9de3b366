import { type SampleClass, samplesKept, type TraceSample } from "./sample.ts";

/** Higher is better: the slowest, the newest failed, the smallest hash. */
export const scoreOf: { [sampleClass in SampleClass]: (sample: TraceSample) => number } = {
  slow: ({ durationMs }) => durationMs,
  failed: ({ startedAt }) => startedAt,
  random: ({ traceId }) => -chanceOf(traceId),
};

/**
 * The best of `candidates` for one class, one per trace, best first; independent of their order.
 */
export function chooseSamples(
  sampleClass: SampleClass,
  candidates: Iterable<TraceSample>,
): TraceSample[] {
  const best = new Map<string, Scored>();
  for (const sample of candidates) {
    const scored = { sample, score: scoreOf[sampleClass](sample) };
    const known = best.get(sample.traceId);
    if (!known || bestFirst(scored, known) < 0) best.set(sample.traceId, scored);
  }
  const chosen = [...best.values()].toSorted(bestFirst).slice(0, samplesKept[sampleClass]);
  return chosen.map(({ sample }) => sample);
}

type Scored = { sample: TraceSample; score: number };

const bestFirst = (a: Scored, b: Scored): number => b.score - a.score || byId(a.sample, b.sample);
const byId = (a: TraceSample, b: TraceSample) =>
  a.traceId + a.spanId < b.traceId + b.spanId ? -1 : 1;

/**
 * A pseudorandom number from 0 to 2^32 − 1 that is equal for the same trace everywhere: FNV-1a with
 * mixed bits. Trace IDs alone aren't suitable, because some start with the time.
 */
export function chanceOf(traceId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < traceId.length; index++)
    hash = Math.imul(hash ^ traceId.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
