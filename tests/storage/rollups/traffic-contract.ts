import { expect, test } from "vitest";
import type { Bench } from "#tests/storage/contract.ts";
import {
  dayMs,
  digestSamples,
  hourMs,
  newProject,
  noon,
  type Sample,
} from "#tests/storage/sample.ts";

const minuteMs = 60_000;

/** `times` events of an issue, a minute apart, the newest at `at`. */
function run(issue: string, times: number, at: number, more: Partial<Sample> = {}): Sample[] {
  return Array.from({ length: times }, (_, n) => ({
    issue,
    name: `${issue} ${at} ${n}`,
    at: at - n * minuteMs,
    ...more,
  }));
}

export function trafficContract(bench: Bench): void {
  test("the busiest issues are those of the window, project, and environment", async () => {
    const { traffic } = bench.store;
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    const now = noon + 30 * minuteMs;
    const issues = await digestSamples(bench.store, one, [
      ...run("often", 9, now, { environment: "production" }),
      ...run("before", 20, now - 3 * hourMs),
      ...run("once", 1, now),
    ]);
    await digestSamples(bench.store, two, run("elsewhere", 9, now));
    const often = { issueId: issues.get("often")!.id, count: 9 };
    const asked = { projectId: one.id, since: now - 20 * minuteMs, moreThan: 3, limit: 10 };
    expect(await traffic.busyIssues(asked)).toEqual([often]);
    expect(await traffic.busyIssues({ ...asked, environment: "production" })).toEqual([often]);
    expect(await traffic.busyIssues({ ...asked, environment: "staging" })).toEqual([]);
    expect(await traffic.busyIssues({ ...asked, moreThan: 9 })).toEqual([]);
  });

  test("events and users are counted by the minute, over midnight, up to the limit", async () => {
    const { traffic } = bench.store;
    const project = await newProject(bench.store);
    const now = Math.floor(noon / dayMs) * dayMs + dayMs + 5 * minuteMs;
    const issues = await digestSamples(bench.store, project, [
      ...run("a", 20, now, { user: "mira", environment: "production" }),
      ...run("b", 3, now, { user: "noor" }),
    ]);
    const issueIds = [issues.get("a")!.id, issues.get("b")!.id];
    const asked = {
      projectId: project.id,
      issueIds,
      measure: "events",
      since: now - 9 * minuteMs,
      most: 100,
    } as const;
    expect(await traffic.count(asked)).toBe(13);
    expect(await traffic.count({ ...asked, most: 8 })).toBe(8);
    expect(await traffic.count({ ...asked, environment: "production" })).toBe(10);
    expect(await traffic.count({ ...asked, measure: "users" })).toBe(2);
    expect(await traffic.count({ ...asked, measure: "users", environment: "production" })).toBe(1);
  });

  test("affected users are counted by step over midnight, and once in total", async () => {
    const { traffic } = bench.store;
    const project = await newProject(bench.store);
    const midnight = Math.floor(noon / dayMs) * dayMs + dayMs;
    const issues = await digestSamples(bench.store, project, [
      ...run("a", 20, midnight + 5 * minuteMs, { user: "mira", environment: "production" }),
      ...run("b", 2, midnight + 5 * minuteMs, { user: "noor" }),
      ...run("a", 1, midnight - hourMs, { user: "long ago" }),
      ...run("a", 1, midnight),
    ]);
    const issueIds = [issues.get("a")!.id, issues.get("b")!.id];
    const asked = {
      projectId: project.id,
      issueIds,
      since: midnight - 10 * minuteMs,
      until: midnight + 10 * minuteMs,
    };
    const steps = (more: { environment?: string } = {}) =>
      traffic.affectedUsers({ ...asked, stepMs: 10 * minuteMs, ...more });
    expect(await steps()).toEqual({ users: 2, steps: [1, 2], isAll: true });
    expect(await steps({ environment: "production" })).toEqual({
      users: 1,
      steps: [1, 1],
      isAll: true,
    });
    expect(await steps({ environment: "none" })).toEqual({ users: 0, steps: [0, 0], isAll: true });
    expect(await traffic.affectedUsers({ ...asked, stepMs: dayMs, issueIds: [] })).toMatchObject({
      users: 0,
    });
  });

  test("a project's hours are the sum of its issues', in one environment or all", async () => {
    const { traffic } = bench.store;
    const project = await newProject(bench.store);
    await digestSamples(bench.store, project, [
      ...run("a", 2, noon - 2 * hourMs, { environment: "staging" }),
      ...run("b", 1, noon),
    ]);
    const window = { until: noon + 1, hours: 4 };
    const sums = await traffic.hours(project.id, window);
    expect(sums.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(sums.at(-1)).toBe(1);
    const staging = await traffic.hours(project.id, { ...window, environment: "staging" });
    expect(staging.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await traffic.hours(project.id, { ...window, environment: "none" })).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test("issue activity of a project is found in the log", async () => {
    const project = await newProject(bench.store);
    const issues = await digestSamples(bench.store, project, [{ issue: "a", name: "of a" }]);
    const asked = { projectId: project.id, what: "first-seen", since: noon - 1, limit: 9 } as const;
    expect(await bench.store.traffic.happened(asked)).toEqual([
      { issueId: issues.get("a")!.id, at: noon },
    ]);
    expect(await bench.store.traffic.happened({ ...asked, what: "regressed" })).toEqual([]);
    expect(await bench.store.traffic.happened({ ...asked, since: noon + 1 })).toEqual([]);
  });
}
