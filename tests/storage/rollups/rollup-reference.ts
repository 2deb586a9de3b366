import { hourOf } from "#server/domain/time.ts";
import { emptyRollup, mergeRollup } from "#server/domain/rollup/rollup.ts";
import { chanceOf } from "#server/domain/rollup/sample-choice.ts";
import { type SampleClass, sampleClasses, samplesKept } from "#server/domain/rollup/sample.ts";
import { bucketEnd, bucketStart, tierMs } from "#server/domain/rollup/tier.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { RollupFilter, SeriesStep } from "#server/storage/rollups/rollup-store.ts";
import { contentOf, operationOf, rollupChange, type Run } from "./rollup-sample.ts";

type Window = { since: number; until: number };
type FullRun = Required<Omit<Run, "method">>;

/** Expected results calculated from every run: slow, and too simple to be wrong. */
export class Reference {
  readonly runs: FullRun[];

  constructor(runs: FullRun[]) {
    this.runs = runs;
  }

  /** Runs that a filter matches; `covered` is the window in whole buckets. */
  in(filter: Partial<RollupFilter>, covered: Window, among: FullRun[] = this.runs): FullRun[] {
    return among.filter(
      (run) =>
        run.at >= covered.since &&
        run.at < covered.until &&
        (filter.environment ?? run.environment) === run.environment &&
        (filter.release ?? run.release) === run.release &&
        (filter.service ?? run.service) === run.service &&
        (filter.kinds ?? [run.kind]).includes(run.kind),
    );
  }

  byOperation(runs: FullRun[]) {
    return Object.fromEntries(
      [...Map.groupBy(runs, nameOf)].map(([name, mine]) => [name, merged(mine)]),
    );
  }

  byRelease(runs: FullRun[]) {
    const groups = Map.groupBy(runs, ({ release }) => release);
    return Object.fromEntries([...groups].map(([name, mine]) => [name, merged(mine)]));
  }

  steps({ since, until }: Window, { unit, every }: SeriesStep): { at: number; covered: Window }[] {
    const [from, stepMs] = [bucketStart(unit, since), tierMs[unit] * every];
    return Array.from(
      { length: Math.ceil((bucketEnd(unit, until) - from) / stepMs) },
      (_, index) => {
        const at = from + index * stepMs;
        return { at, covered: { since: at, until: at + stepMs } };
      },
    );
  }

  /** Samples of one route's runs by environment, release, and hour, among the `wanted` ones. */
  samples(sampleClass: SampleClass, runs: FullRun[], wanted: FullRun[]): FullRun[] {
    const candidates = runs.filter(({ failed }) => sampleClass !== "failed" || failed);
    const groups = Map.groupBy(
      candidates,
      ({ environment, release, at }) => `${environment}:${release}:${hourOf(at)}`,
    );
    const kept = [...groups.values()].flatMap((group) =>
      group.toSorted(ranks[sampleClass]).slice(0, samplesKept[sampleClass]),
    );
    const shown = new Set(wanted);
    return kept
      .filter((run) => shown.has(run))
      .toSorted(sampleClass === "slow" ? ranks.slow : ranks.failed);
  }

  /** The slowest samples of any class. */
  slowest(runs: FullRun[], wanted: FullRun[]): FullRun[] {
    const all = sampleClasses.flatMap((each) => this.samples(each, runs, wanted));
    return [...new Set(all)].toSorted(ranks.slow);
  }
}

export const nameOf = (run: Run): string => {
  const { service, kind, route } = operationOf(run);
  return `${service} ${kind} ${route}`;
};

const ranks: { [sampleClass in SampleClass]: (a: FullRun, b: FullRun) => number } = {
  slow: (a, b) => b.durationMs - a.durationMs,
  failed: (a, b) => b.at - a.at,
  random: (a, b) => chanceOf(a.traceId) - chanceOf(b.traceId),
};

export function merged(runs: FullRun[]) {
  const total = emptyRollup();
  for (const run of runs) mergeRollup(total, rollupChange(0 as ProjectId, run).rollup);
  return contentOf(total);
}
