import { type SampleClass, samplesKept, type TraceSample } from "./sample.ts";

/** The best of `candidates` for one class, one of a trace, in rank; the same whatever the order they came in. */
export function chooseSamples(sampleClass: SampleClass, candidates: Iterable<TraceSample>): TraceSample[] {
  const before = ranks[sampleClass];
  const best = new Map<string, TraceSample>();
  for (const candidate of candidates) {
    const known = best.get(candidate.traceId);
    if (!known || before(candidate, known) < 0) best.set(candidate.traceId, candidate);
  }
  return [...best.values()].toSorted(before).slice(0, samplesKept[sampleClass]);
}

type Order = (a: TraceSample, b: TraceSample) => number;

const byId: Order = (a, b) => (a.traceId + a.spanId < b.traceId + b.spanId ? -1 : 1);
const ranks: { [sampleClass in SampleClass]: Order } = {
  slow: (a, b) => b.durationMs - a.durationMs || byId(a, b),
  failed: (a, b) => b.startedAt - a.startedAt || byId(a, b),
  random: (a, b) => chanceOf(a.traceId) - chanceOf(b.traceId) || byId(a, b),
};

/**
 * A number from 0 to 2^32 − 1 that looks random and is the same for the same trace everywhere: FNV-1a, its bits mixed
 * once more. Trace ids themselves will not do: some makers begin them with the time.
 */
export function chanceOf(traceId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < traceId.length; index++) hash = Math.imul(hash ^ traceId.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
