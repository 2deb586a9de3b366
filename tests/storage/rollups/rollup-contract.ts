import { beforeEach, describe, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { sampleClasses } from "#server/domain/rollup/sample.ts";
import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import type { RollupFilter, SeriesStep } from "#server/storage/rollups/rollup-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { merged, nameOf, Reference } from "./rollup-reference.ts";
import { contentOf, digestRollups, randomRuns, rollupChange } from "./rollup-sample.ts";
import { dayMs, hourMs, newProject, noon } from "#tests/storage/sample.ts";

const until = noon + hourMs;

const filters: Partial<RollupFilter>[] = [
  {},
  { environment: "production" },
  { environment: "" },
  { release: "1.11" },
  { release: "" },
  { environment: "staging", service: "web", kinds: ["server", "document"] },
  { environment: "nowhere" },
  { service: "worker", release: "1.12" },
];
const windows: { since: number; until: number }[] = [
  { since: noon - hourMs, until },
  { since: noon - dayMs, until: noon },
  { since: noon - 3 * dayMs - 17_000, until },
  { since: noon - 30 * dayMs, until },
  { since: noon - 31 * dayMs, until: noon - 12 * dayMs + 1 },
  { since: noon - 400 * dayMs, until },
];
const cases = windows.flatMap((window) => filters.map((filter) => ({ ...window, ...filter })));
const casesOfOne = cases.filter(({ service }) => service === undefined);

/** Compares reads of rollups with a naive reference, before and after old data is deleted. */
export function rollupContract(bench: Bench): void {
  const reference = new Reference(randomRuns(1_500, 60));
  const { runs } = reference;
  const chosen = runs.filter((run) => nameOf(run) === nameOf(runs[0]!));
  const rollups = () => bench.store.rollups;
  let projectId: ProjectId;
  let operationId: number;

  describe.each([false, true])("over 60 days, old data deleted: %s", (evicted) => {
    beforeEach(async () => {
      projectId = (await newProject(bench.store)).id;
      // Uses batches with several changes per row, out of order.
      for (let from = 0; from < runs.length; from += 300) {
        const changes = runs.slice(from, from + 300).map((run) => rollupChange(projectId, run));
        await digestRollups(bench.store, { rollups: changes });
      }
      if (evicted) expect(await rollups().evict(noon)).toBeGreaterThan(1_000);
      const named = await rollups().operationsOf(projectId, runs[0]!.route);
      operationId = named.find((each) => nameOf(each) === nameOf(runs[0]!))!.id;
    });

    test("all routes of a window", async () => {
      for (const asked of cases) {
        const found = await rollups().operations({ projectId, ...asked });
        const byName = Object.fromEntries(
          found.map(({ operation, rollup }) => [nameOf(operation), contentOf(rollup)]),
        );
        const expected = reference.byOperation(reference.in(asked, await rollups().cover(asked)));
        expect(byName, JSON.stringify(asked)).toEqual(expected);
      }
    });

    test("all routes of a window for several releases", async () => {
      const releases = ["1.11", "1.12", "never heard of"];
      const content = (ran: Awaited<ReturnType<ReturnType<typeof rollups>["operations"]>>) =>
        Object.fromEntries(
          ran.map(({ operation, rollup }) => [nameOf(operation), contentOf(rollup)]),
        );
      for (const asked of cases.filter(({ release }) => release === undefined)) {
        const each = await rollups().operationsOfEach({ projectId, ...asked }, releases);
        for (const [index, release] of releases.entries())
          expect(content(each[index]!)).toEqual(
            content(await rollups().operations({ projectId, ...asked, release })),
          );
      }
      expect(await rollups().operationsOfEach({ projectId, ...windows[0]! }, [])).toEqual([]);
    });

    test("all routes together, step by step", async () => {
      const step = { unit: "hour", every: 6 } as const;
      for (const asked of cases) {
        const series = await rollups().totalSeries({ projectId, ...asked }, step);
        const counts = await rollups().counts({ projectId, ...asked }, step);
        const failed = await rollups().counts({ projectId, ...asked }, step, "failed");
        const sum = (each: typeof counts, index: number) =>
          each.reduce((all, ran) => all + ran.counts[index]!, 0);
        expect(series.map(({ rollup }) => [rollup.durations.count, rollup.failed])).toEqual(
          series.map((_, index) => [sum(counts, index), sum(failed, index)]),
        );
      }
    });

    test("all routes together, by release", async () => {
      for (const asked of cases.filter(({ release }) => release === undefined)) {
        const found = await rollups().releases({ projectId, ...asked });
        const byName = Object.fromEntries(
          found.map(({ release, rollup }) => [release, contentOf(rollup)]),
        );
        const expected = reference.byRelease(reference.in(asked, await rollups().cover(asked)));
        expect(byName, JSON.stringify(asked)).toEqual(expected);
      }
    });

    test("one route by release, last seen first", async () => {
      for (const asked of casesOfOne) {
        const cover = await rollups().cover(asked);
        const mine = reference.in(asked, cover, chosen);
        const found = await rollups().byRelease({ projectId, operationId, ...asked });
        const byName = Object.fromEntries(
          found.map(({ release, rollup }) => [release, contentOf(rollup)]),
        );
        expect(byName, JSON.stringify(asked)).toEqual(reference.byRelease(mine));
        const lasts = found.map(({ lastAt }) => lastAt);
        expect(lasts).toEqual(lasts.toSorted((a, b) => b - a));
        for (const { release, firstAt, lastAt } of found) {
          const times = mine.filter((run) => run.release === release).map(({ at }) => at);
          expect(firstAt).toBe(bucketStart(cover.unit, Math.min(...times)));
          expect(lastAt).toBe(bucketStart(cover.unit, Math.max(...times)));
        }
      }
    });

    const series: [string, number, SeriesStep][] = [
      ["half hours", 6 * hourMs, { unit: "5-minutes", every: 6 }],
      ["five hours", 5 * dayMs, { unit: "hour", every: 5 }],
      ["days", 33 * dayMs, { unit: "day", every: 1 }],
      ["weeks", 200 * dayMs, { unit: "day", every: 7 }],
    ];
    test.each(series)("in steps of %s", async (_, back, step) => {
      for (const filter of filters) {
        const asked = { projectId, ...filter, since: noon - back, until };
        const steps = reference.steps(asked, step);
        const found = await rollups().series({ ...asked, service: undefined, operationId }, step);
        const mine = steps.map(({ at, covered }) => {
          return {
            at,
            ...merged(
              reference.in({ ...filter, service: undefined, kinds: undefined }, covered, chosen),
            ),
          };
        });
        expect(found.map(({ at, rollup }) => ({ at, ...contentOf(rollup) }))).toEqual(mine);

        const counts: { [name: string]: number[] } = {};
        for (const each of await rollups().counts(asked, step))
          counts[nameOf(each.operation)] = each.counts;
        const ran = reference.in(filter, { since: steps[0]!.at, until: Infinity });
        const expected = [...Map.groupBy(ran, nameOf)].map(([name, all]) => {
          return [name, steps.map(({ covered }) => reference.in({}, covered, all).length)];
        });
        expect(counts).toEqual(Object.fromEntries(expected));
        const failed = (await rollups().counts(asked, step, "failed")).flatMap(
          (each) => each.counts,
        );
        const failedThere = steps.map(({ covered }) =>
          reference.in({}, covered, ran).filter((span) => span.failed),
        );
        expect(failed.reduce((sum, count) => sum + count, 0)).toBe(failedThere.flat().length);
      }
    });

    test("samples: the best of each environment, release, and hour", async () => {
      for (const asked of casesOfOne.filter(({ since }) => since > noon - 35 * dayMs)) {
        const wanted = reference.in(asked, await rollups().cover(asked), chosen);
        for (const sampleClass of sampleClasses) {
          const best =
            sampleClass === "slow"
              ? reference.slowest(chosen, wanted)
              : reference.samples(sampleClass, chosen, wanted);
          const all = { projectId, operationId, ...asked, class: sampleClass };
          const found = await rollups().samples({ ...all, limit: 1_000 });
          expect(found.map(({ traceId }) => traceId)).toEqual(best.map(({ traceId }) => traceId));
          expect(
            found.map(({ durationMs, failed, startedAt, release = "" }) => [
              durationMs,
              failed,
              startedAt,
              release,
            ]),
          ).toEqual(
            best.map(({ durationMs, failed, at, release }) => [durationMs, failed, at, release]),
          );
          expect(await rollups().samples({ ...all, limit: 2 })).toEqual(found.slice(0, 2));
        }
      }
    });

    test("traces that are samples for a reason other than the sample rate", async () => {
      const window = { from: noon - 20 * dayMs + 1_234_567, to: noon - 11 * dayMs };
      const among = reference.in({}, { since: window.from, until: window.to });
      const expected = [...Map.groupBy(runs, nameOf).values()].flatMap((mine) =>
        (["slow", "failed"] as const).flatMap((each) => reference.samples(each, mine, among)),
      );
      const found = await rollups().sampledTraces(projectId, window);
      expect([...found].toSorted()).toEqual(
        [...new Set(expected.map(({ traceId }) => traceId))].toSorted(),
      );
    });

    test("services and releases of a window's days", async () => {
      for (const asked of cases.filter(({ kinds }) => kinds === undefined)) {
        const days = {
          since: bucketStart("day", asked.since),
          until: bucketEnd("day", asked.until),
        };
        const mine = reference.in(asked, days);
        expect(await rollups().facets({ projectId, ...asked })).toEqual({
          services: [...new Set(mine.map(({ service }) => service))].toSorted(),
          releases: [...new Set(mine.map(({ release }) => release))]
            .filter((name) => name !== "")
            .toSorted(),
        });
      }
    });
  });
}
