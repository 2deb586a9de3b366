import { beforeEach, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { digestRollups, randomBy, vitalChange } from "./rollup-sample.ts";
import { countVital, emptyVitalRollup, vitalQuantile } from "#server/domain/vital/vital-rollup.ts";
import { deviceClasses, vitalNames, type VitalRollup } from "#server/domain/vital/vital.ts";
import { newProject, noon } from "#tests/storage/sample.ts";

const day = { since: noon - 12 * hourMs, until: noon + 6 * hourMs };
const windows = [
  day,
  { since: noon - 5 * dayMs, until: noon + hourMs },
  { since: noon - 40 * dayMs, until: noon + hourMs },
];

export function vitalContract(bench: Bench): void {
  let projectId: ProjectId;
  const report = async (...reports: Partial<VitalChange>[]) =>
    digestRollups(bench.store, { vitals: reports.map((each) => vitalChange(projectId, each)) });

  beforeEach(async () => {
    projectId = (await newProject(bench.store)).id;
  });

  async function seen(window = day) {
    const all = await bench.store.rollups.vitals({ projectId, ...window });
    return Object.fromEntries(
      all.map(({ route, device, vital, rollup }) => [
        `${route} ${device} ${vital}`,
        contentOf(rollup),
      ]),
    );
  }

  test("a later report with the same ID replaces the earlier one in its bucket", async () => {
    await report({ id: "1", value: 1_000 }, { id: "2", value: 3_000 });
    await report({ id: "1", value: 5_000, at: noon + 5 * hourMs, device: "desktop", release: "2" });
    for (const window of windows) {
      expect(await seen(window)).toEqual({
        "/shop mobile lcp": contentOfValues("lcp", [3_000, 5_000]),
      });
    }
    const steps = await bench.store.rollups.vitalSeries(
      { projectId, ...day, vital: "lcp" },
      { unit: "hour", every: 1 },
    );
    expect(steps.filter(({ rollup }) => rollup.values.count > 0).map(({ at }) => at)).toEqual([
      noon,
    ]);
  });

  test("a repeated report changes nothing, in one batch or another", async () => {
    await report({ id: "1" }, { id: "1" });
    await report({ id: "1" });
    expect(await seen()).toEqual({ "/shop mobile lcp": contentOfValues("lcp", [2_000]) });
  });

  test("filters include releases that reported only vitals", async () => {
    await report(
      { service: "browser", release: "1.2.3" },
      { id: "2", service: "browser", at: noon - 5 * dayMs, release: "1" },
    );
    expect(await bench.store.rollups.facets({ projectId, ...day })).toEqual({
      services: ["browser"],
      releases: ["1.2.3"],
    });
  });

  test("the same ID of another vital is another report", async () => {
    await report({ id: "1", vital: "lcp", value: 900 }, { id: "1", vital: "cls", value: 0.2 });
    expect(Object.keys(await seen()).toSorted()).toEqual(["/shop mobile cls", "/shop mobile lcp"]);
    const [cls] = await bench.store.rollups
      .vitals({ projectId, ...day, device: "mobile" })
      .then((all) => all.filter(({ vital }) => vital === "cls"));
    expect(vitalQuantile(cls!.rollup, "cls", 0.75)).toBeCloseTo(0.2, 2);
  });

  test("a report without a route is filed under its visit's route", async () => {
    await report(
      { id: "1", vital: "ttfb", value: 100, visit: "v" },
      { id: "2", vital: "inp", value: 50, route: "", visit: "v" },
    );
    await report(
      { id: "3", vital: "cls", value: 0.3, route: "", visit: "w" },
      { id: "4", vital: "lcp", route: "", visit: "w" },
    );
    await report({ id: "5", vital: "inp", value: 7, route: "" });
    expect(Object.keys(await seen()).toSorted()).toEqual([
      " mobile cls",
      " mobile inp",
      " mobile lcp",
      "/shop mobile inp",
      "/shop mobile ttfb",
    ]);
    await report(
      { id: "6", vital: "fcp", value: 10, route: "/cart", visit: "w" },
      { id: "3", vital: "cls", value: 0.1, route: "", visit: "w" },
    );
    expect(await seen()).toEqual({
      " mobile inp": contentOfValues("inp", [7]),
      "/shop mobile inp": contentOfValues("inp", [50]),
      "/shop mobile ttfb": contentOfValues("ttfb", [100]),
      "/cart mobile fcp": contentOfValues("fcp", [10]),
      "/cart mobile lcp": contentOfValues("lcp", [2_000]),
      "/cart mobile cls": contentOfValues("cls", [0.1]),
    });
  });

  test("after 49 hours an ID is new again", async () => {
    const later = noon + 49 * hourMs;
    await report({ id: "1" });
    await bench.store.rollups.evict(later + 1);
    await report({ id: "1", value: 2_500, at: later });
    const values = contentOfValues("lcp", [2_000, 2_500]);
    expect(await seen({ since: noon - 10 * dayMs, until: noon + 3 * dayMs })).toEqual({
      "/shop mobile lcp": values,
    });
  });

  test("vitals equal a recount of every last value", async () => {
    const random = randomBy(3);
    const choose = <Choice>(choices: readonly Choice[]) =>
      choices[Math.floor(random() * choices.length)]!;
    const reports = Array.from({ length: 1_200 }, () => {
      const id = `${Math.floor(random() * 500)}`;
      const at = noon - Math.floor(random() * 40 * dayMs);
      const what = {
        vital: vitalNames[Number(id) % 6]!,
        value: Math.floor(random() * 6_000),
        device: choose(deviceClasses),
      };
      const where = { service: choose(["web", "admin"]), route: choose(["/", "/shop", "/cart"]) };
      return {
        id,
        at,
        ...what,
        ...where,
        environment: choose(["production", "staging"]),
        release: choose(["1", "2", "3"]),
      };
    });
    for (let from = 0; from < reports.length; from += 100)
      await report(...reports.slice(from, from + 100));
    const first = new Map(reports.toReversed().map((each) => [each.id, each]));
    const last = new Map(reports.map((each) => [each.id, each.value]));
    const counted = [...first].map(([id, each]) => ({ ...each, value: last.get(id)! }));

    for (const window of windows) {
      const covered = await bench.store.rollups.cover(window);
      for (const filter of [
        {},
        { environment: "staging" },
        { release: "2", service: "web" },
        { device: "tablet" as const, route: "/" },
      ]) {
        const mine = counted.filter(
          (each) =>
            each.at >= covered.since &&
            each.at < covered.until &&
            Object.entries(filter).every(([field, value]) => each[field as "route"] === value),
        );
        const found = await bench.store.rollups.vitals({ projectId, ...window, ...filter });
        expect(
          new Map(
            found.map(({ route, device, vital, rollup }) => [
              `${route} ${device} ${vital}`,
              contentOf(rollup),
            ]),
          ),
        ).toEqual(
          new Map(
            [...Map.groupBy(mine, ({ route, device, vital }) => `${route} ${device} ${vital}`)].map(
              ([name, all]) => [
                name,
                contentOfValues(
                  all[0]!.vital,
                  all.map(({ value }) => value),
                ),
              ],
            ),
          ),
        );
        const steps = await bench.store.rollups.vitalSeries(
          { projectId, ...window, ...filter, vital: "lcp" },
          { unit: "day", every: 3 },
        );
        const expected = steps.map(
          ({ at }) =>
            counted.filter(
              (each) =>
                each.vital === "lcp" &&
                each.at >= at &&
                each.at < at + 3 * dayMs &&
                Object.entries(filter).every(([field, value]) => each[field as "route"] === value),
            ).length,
        );
        expect(steps.map(({ rollup }) => rollup.values.count)).toEqual(expected);
      }
    }
  });
}

const contentOf = ({ values, good, needsImprovement, poor }: VitalRollup) => ({
  count: values.count,
  zeroCount: values.zeroCount,
  buckets: [...values.buckets()],
  good,
  needsImprovement,
  poor,
});

function contentOfValues(vital: VitalChange["vital"], values: number[]) {
  const rollup = emptyVitalRollup();
  for (const value of values) countVital(rollup, vital, value);
  return contentOf(rollup);
}
