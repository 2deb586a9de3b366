import { expect, test } from "vitest";
import { dayMs } from "#server/domain/time.ts";
import { digesting, spanNamed, vitalNamed } from "./cardinality-sample.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { digestSamples, newProject, noon } from "#tests/storage/sample.ts";

const generous = { environments: 100, routes: 100, services: 100 };

/** Lists of client-chosen names: what pages read, and how they search. */
export function nameListContract(bench: Bench): void {
  test("tag keys are counted, searched without case, and listed most frequent first", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [
      {
        issue: "a",
        name: "1",
        tags: [
          ["Browser", "Firefox"],
          ["os", "mac"],
          ["browser_version", "150"],
        ],
      },
      {
        issue: "a",
        name: "2",
        tags: [
          ["os", "linux"],
          ["100%_sure", "x"],
        ],
      },
      { issue: "b", name: "3", tags: [["elsewhere", "x"]] },
    ]);
    const { id } = issues.get("a")!;
    const { issues: reads } = bench.store;
    const keysOf = async (asked: { keys?: number; key?: string; query?: string }) =>
      (await reads.tags(project.id, id, { values: 1, ...asked })).map(({ key }) => key);
    expect(await reads.tagKeyCount(project.id, id)).toBe(4);
    expect(await keysOf({ keys: 1 })).toEqual(["os"]);
    expect(await keysOf({ key: "os" })).toEqual(["os"]);
    expect(await keysOf({ query: "BROWSER" })).toHaveLength(2);
    expect(await reads.tagKeyCount(project.id, id, "BROWSER")).toBe(2);
    // Special characters of either engine's patterns are matched literally.
    for (const query of ["%", "_sure", "*", "["]) {
      const found = query.length === 1 && query !== "%" ? [] : ["100%_sure"];
      expect([query, await keysOf({ query })]).toEqual([query, found]);
      expect([query, await reads.tagKeyCount(project.id, id, query)]).toEqual([
        query,
        found.length,
      ]);
    }
  });

  test("routes and pages are listed once, per project, in order of first sight", async () => {
    const [{ id }, other] = [await newProject(bench.store), await newProject(bench.store)];
    const digest = digesting(bench.store, generous);
    for (const at of [3, 1, 2])
      await digest({
        traces: [
          spanNamed(id, `r${at}`, { route: `/${at}` }),
          spanNamed(id, `s${at}`, { route: `/${at}`, service: "api" }),
        ],
        vitals: [vitalNamed(id, `v${at}`, { route: `/page-${at}` })],
      });
    await digest({ traces: [spanNamed(other.id, "other", { route: "/other" })] });
    const { rollups } = bench.store;
    expect(await rollups.routeNames(id, { of: "operations", limit: 9 })).toEqual([
      "/3",
      "/1",
      "/2",
    ]);
    expect(await rollups.routeNames(id, { of: "operations", limit: 2 })).toEqual(["/3", "/1"]);
    expect(await rollups.routeNames(id, { of: "vitals", limit: 2 })).toEqual([
      "/page-3",
      "/page-1",
    ]);
    expect(await rollups.routeNames(other.id, { of: "vitals", limit: 9 })).toEqual([]);
  });

  test("spans and vitals of one batch may name the same new release", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, generous);
    await digest({
      traces: [spanNamed(id, "r1", { release: "1.0" })],
      vitals: [vitalNamed(id, "v1", { release: "1.0" })],
    });
    const found = await bench.store.rollups.facets({
      projectId: id,
      since: noon - dayMs,
      until: noon + 1,
    });
    expect(found).toEqual({ services: ["web"], releases: ["1.0"] });
  });

  test("environments with most issues are listed and found by part of their name", async () => {
    const { id } = await newProject(bench.store);
    const issues = ["a", "b", "c"].map((issue) => ({
      issue,
      name: issue,
      environment: "production",
    }));
    const more = [
      { issue: "a", name: "d", environment: "live_1" },
      { issue: "b", name: "e", environment: "live_1" },
      { issue: "a", name: "f", environment: "liveX1" },
    ];
    await digestSamples(bench.store, { id } as never, [...issues, ...more]);
    const named = (asked?: { query?: string; limit?: number }) =>
      bench.store.projects.environments(id, asked);
    expect((await named()).toSorted()).toEqual(["liveX1", "live_1", "production"]);
    expect(await named({ limit: 1 })).toEqual(["production"]);
    expect(await named({ query: "LIVE_", limit: 9 })).toEqual(["live_1"]);
    expect(await named({ query: "nowhere" })).toEqual([]);
  });

  test("services and releases with most days are listed up to the limit", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, generous);
    const seen = (name: string, days: number, service: string, release: string) => {
      const startedAtNs = BigInt(noon - days * dayMs) * 1_000_000n;
      return spanNamed(id, name, {
        service,
        release,
        startedAtNs,
        endedAtNs: startedAtNs + 5_000_000n,
      });
    };
    await digest({
      traces: [seen("1", 0, "web", "2.0"), seen("2", 1, "web", "2.0"), seen("3", 1, "api", "1.0")],
    });
    const asked = { projectId: id, since: noon - 3 * dayMs, until: noon + 1 };
    const { rollups, traces } = bench.store;
    expect(await rollups.facets(asked)).toEqual({
      services: ["api", "web"],
      releases: ["1.0", "2.0"],
    });
    expect(await rollups.facets(asked, 1)).toEqual({ services: ["web"], releases: ["2.0"] });
    expect(await traces.services(id)).toEqual(["api", "web"]);
    expect(await traces.services(id, 1)).toEqual(["api"]);
  });

  test("fingerprints are listed in order of first sight up to the limit", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [
      { issue: "a", name: "1" },
      { issue: "b", name: "2", at: noon + 1 },
    ]);
    const [a, b] = [issues.get("a")!, issues.get("b")!];
    await bench.store.groupings.merge(project.id, {
      from: [b.id],
      into: a.id,
      at: noon + 5,
      by: { kind: "system" },
    });
    const all = await bench.store.issues.fingerprints(project.id, a.id);
    expect(all).toHaveLength(2);
    expect(await bench.store.issues.fingerprints(project.id, a.id, 1)).toEqual(all.slice(0, 1));
  });
}
