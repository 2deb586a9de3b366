import { expect, test } from "vitest";
import type { Resolution } from "#server/domain/issue/state.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { IssueRelation } from "#server/domain/release/issue-relation.ts";
import type { ReleasePlace, SessionChange } from "#server/storage/releases/release-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import {
  dayMs,
  digestSamples,
  everyPage,
  hourMs,
  newProject,
  noon,
} from "#tests/storage/sample.ts";
import { noChanges } from "#tests/storage/no-changes.ts";

export function releaseContract(bench: Bench): void {
  const put = (project: Project, version: string, at = noon) =>
    bench.store.releases.put({ projectId: project.id, version }, at);

  const digestSessions = (sessions: SessionChange[]) =>
    bench.store.digest((transaction) => transaction.save({ ...noChanges, sessions }));

  test("a release is created once and completed by tools", async () => {
    const { releases } = bench.store;
    const project = await newProject(bench.store);
    const first = await releases.put(
      { projectId: project.id, version: "web@1", startedAt: 5 },
      noon,
    );
    expect(first).toEqual({
      made: true,
      release: {
        projectId: project.id,
        version: "web@1",
        firstSeen: noon,
        lastSeen: noon,
        startedAt: 5,
      },
    });
    const again = await releases.put(
      { projectId: project.id, version: "web@1", releasedAt: 9, url: "u" },
      noon + 1,
    );
    expect(again).toEqual({ made: false, release: { ...first.release, releasedAt: 9, url: "u" } });
    expect(await releases.find(project.id, "web@1")).toEqual(again.release);
    expect(await releases.find((await newProject(bench.store)).id, "web@1")).toBeUndefined();
  });

  test("releases are listed newest first, each with its predecessor", async () => {
    const { releases } = bench.store;
    const project = await newProject(bench.store);
    for (const [index, version] of ["web@1", "web@2", "api@1", "web@3"].entries())
      await put(project, version, noon + index);
    const versions = async (query?: string) => {
      const filter = { projectId: project.id, limit: 2, ...(query !== undefined && { query }) };
      const rows = await everyPage((cursor) =>
        releases.list({ ...filter, ...(cursor !== undefined && { cursor }) }),
      );
      return rows.map(({ version }) => version);
    };
    expect(await versions()).toEqual(["web@3", "api@1", "web@2", "web@1"]);
    expect(await versions("WEB")).toEqual(["web@3", "web@2", "web@1"]);
    const some = { projectId: project.id, versions: ["web@1", "api@1", "no"], limit: 9 };
    const named = (await releases.list(some)).rows;
    expect(named.map(({ version }) => version)).toEqual(["api@1", "web@1"]);
    expect((await releases.list({ ...some, versions: [] })).rows).toEqual([]);
    const second = (await releases.find(project.id, "web@2"))!;
    expect((await releases.before(second))?.version).toBe("web@1");
    const third = (await releases.find(project.id, "web@3"))!;
    expect((await releases.before(third))?.version, "of its own package").toBe("web@2");
    expect(await releases.before((await releases.find(project.id, "api@1"))!)).toBeUndefined();
    const names = ["9f2c", "@shop/web@1", "@shop/web@2", "1b77"];
    for (const [index, version] of names.entries()) await put(project, version, noon + 9 + index);
    const before = async (version: string) =>
      (await releases.before((await releases.find(project.id, version))!))?.version;
    expect(await Promise.all(names.map(before))).toEqual([
      undefined,
      undefined,
      "@shop/web@1",
      "9f2c",
    ]);
    expect(await releases.before((await releases.find(project.id, "web@1"))!)).toBeUndefined();
  });

  test("commits are replaced as a list; deploys add up", async () => {
    const { releases } = bench.store;
    const project = await newProject(bench.store);
    await put(project, "web@1");
    const commit = {
      id: "abc",
      message: "Fix the cart",
      author: "Ida",
      at: 5,
      files: ["src/cart.ts"],
    };
    await releases.setCommits(project.id, "web@1", [{ id: "old", message: "", files: [] }]);
    await releases.setCommits(project.id, "web@1", [commit, { id: "def", message: "", files: [] }]);
    expect(await releases.commits(project.id, "web@1")).toEqual([
      commit,
      { id: "def", message: "", files: [] },
    ]);
    const one = await releases.addDeploy(project.id, "web@1", {
      environment: "staging",
      finishedAt: 5,
    });
    const two = await releases.addDeploy(project.id, "web@1", {
      environment: "production",
      finishedAt: 9,
      url: "u",
    });
    expect(await releases.deploys(project.id, "web@1")).toEqual([two, one]);
  });

  test("deploys mark their time; undeployed releases mark their first sight", async () => {
    const { releases } = bench.store;
    const project = await newProject(bench.store);
    for (const [index, version] of ["web@1", "web@2", "api@1", "api@2"].entries())
      await put(project, version, noon + index);
    await releases.addDeploy(project.id, "web@1", {
      environment: "staging",
      finishedAt: noon + 10,
    });
    await releases.addDeploy(project.id, "web@1", {
      environment: "production",
      finishedAt: noon + 20,
    });
    await releases.addDeploy(project.id, "web@2", {
      environment: "production",
      finishedAt: noon + dayMs,
    });
    const marks = (asked: { environment?: string; limit?: number }) =>
      releases.marks({
        projectId: project.id,
        since: noon,
        until: noon + dayMs,
        limit: 10,
        ...asked,
      });
    const seen = (version: string, at: number) => ({ version, at, kind: "first-seen" });
    const deployed = (environment: string, at: number) => ({
      version: "web@1",
      at,
      kind: "deployed",
      environment,
    });
    // web@2 was first seen in the window and deployed after it.
    const all = [deployed("production", noon + 20), deployed("staging", noon + 10)];
    expect(await marks({})).toEqual([...all, seen("api@2", noon + 3), seen("api@1", noon + 2)]);
    expect(await marks({ limit: 1 })).toEqual([all[0]]);
    expect(await marks({ environment: "staging" })).toEqual([
      all[1],
      seen("api@2", noon + 3),
      seen("api@1", noon + 2),
    ]);
    expect(await marks({ environment: "production" })).toHaveLength(3);
  });

  test("sessions are summed over hours and environments, and users count once", async () => {
    const project = await newProject(bench.store);
    const change = (changes: Partial<SessionChange>): SessionChange => ({
      projectId: project.id,
      release: "web@1",
      environment: "production",
      hour: noon,
      sessions: 1,
      crashed: 0,
      errored: 0,
      abnormal: 0,
      users: [],
      ...changes,
    });
    await digestSessions([
      change({
        sessions: 10,
        users: [
          { hash: "ida", crashed: false },
          { hash: "bo", crashed: true },
        ],
      }),
      change({
        hour: noon + hourMs,
        sessions: 5,
        crashed: 2,
        users: [{ hash: "ida", crashed: true }],
      }),
      change({ environment: "staging", errored: 1, users: [{ hash: "ida", crashed: false }] }),
      change({ release: "web@2" }),
    ]);
    await digestSessions([
      change({ sessions: 3, crashed: 1 }),
      change({ hour: noon - 9 * dayMs, sessions: 99 }),
    ]);
    const health = (environment?: string) =>
      bench.store.releases.health({
        projectId: project.id,
        since: noon - dayMs,
        until: noon + dayMs,
        ...(environment !== undefined && { environment }),
      });
    const all = { sessions: 19, crashed: 3, errored: 1, abnormal: 0, users: 2, crashedUsers: 2 };
    expect((await health()).get("web@1")).toEqual(all);
    expect((await health()).get("web@2")).toMatchObject({ sessions: 1, users: 0 });
    expect((await health("staging")).get("web@1")).toMatchObject({
      sessions: 1,
      errored: 1,
      users: 1,
      crashedUsers: 0,
    });
  });

  test("a release over time: each step beside all releases, including empty ones", async () => {
    const project = await newProject(bench.store);
    const at = (hour: number, release: string, sessions: number, crashed = 0): SessionChange => ({
      projectId: project.id,
      release,
      environment: "production",
      hour: noon + hour * hourMs,
      sessions,
      crashed,
      errored: crashed,
      abnormal: 0,
      users: [],
    });
    await digestSessions([
      at(0, "web@1", 9),
      at(0, "web@2", 1),
      at(1, "web@2", 2, 1),
      at(4, "web@2", 7),
      at(6, "web@2", 99),
    ]);
    const filter = {
      projectId: project.id,
      version: "web@2",
      since: noon + 1,
      until: noon + 6 * hourMs,
    };
    const steps = await bench.store.releases.healthSeries(filter, 2 * hourMs);
    expect(steps).toEqual([
      { at: noon, sessions: 3, crashed: 1, ofAll: 12 },
      { at: noon + 2 * hourMs, sessions: 0, crashed: 0, ofAll: 0 },
      { at: noon + 4 * hourMs, sessions: 7, crashed: 0, ofAll: 7 },
    ]);
    const elsewhere = await bench.store.releases.healthSeries(
      { ...filter, environment: "staging" },
      2 * hourMs,
    );
    expect(elsewhere.map(({ ofAll }) => ofAll)).toEqual([0, 0, 0]);
    const { version: _, ...ofAll } = filter;
    const whole = await bench.store.releases.healthSeries(ofAll, 2 * hourMs);
    expect(whole.map(({ sessions }) => sessions)).toEqual(steps.map((step) => step.ofAll));
    expect(whole.map(({ crashed }) => crashed)).toEqual([1, 0, 0]);
  });

  test("crashed sessions over time and commit counts of several releases", async () => {
    const { releases } = bench.store;
    const { id: projectId } = await newProject(bench.store);
    const hour = (
      version: string,
      at: number,
      crashed: number,
      environment = "live",
    ): SessionChange => {
      const counts = { sessions: 10, crashed, errored: 0, abnormal: 0, users: [] };
      return { projectId, release: version, environment, hour: at, ...counts };
    };
    await digestSessions([
      hour("web@1", noon, 1),
      hour("web@1", noon + hourMs, 2),
      hour("web@1", noon + 3 * hourMs, 4, "staging"),

      hour("web@2", noon + hourMs, 3),
      hour("web@3", noon, 0),
      hour("web@4", noon, 9),
      hour("web@1", noon - hourMs, 7),
    ]);
    const asked = {
      projectId,
      versions: ["web@1", "web@2", "web@3"],
      since: noon,
      until: noon + 5 * hourMs,
    };
    const all = await releases.crashSeries(asked, 2 * hourMs);
    expect(Object.fromEntries(all)).toEqual({ "web@1": [3, 4, 0], "web@2": [3, 0, 0] });
    const live = await releases.crashSeries({ ...asked, environment: "live" }, 2 * hourMs);
    expect(live.get("web@1")).toEqual([3, 0, 0]);

    for (const version of ["web@1", "web@2"]) await releases.put({ projectId, version }, noon);
    await releases.setCommits(
      projectId,
      "web@1",
      ["a", "b"].map((id) => ({ id, message: "", files: [] })),
    );
    expect(Object.fromEntries(await releases.commitCounts(projectId, ["web@1", "web@2"]))).toEqual({
      "web@1": 2,
    });
  });

  test("old session hours and users are deleted", async () => {
    const project = await newProject(bench.store);
    const at = (hour: number): SessionChange => ({
      projectId: project.id,
      release: "web@1",
      environment: "",
      hour,
      sessions: 1,
      crashed: 0,
      errored: 0,
      abnormal: 0,
      users: [{ hash: String(hour), crashed: false }],
    });
    await digestSessions([at(noon - 9 * dayMs), at(noon)]);
    expect(await bench.store.releases.evictHealth(noon - 8 * dayMs, noon)).toBe(2);
    const filter = { projectId: project.id, since: noon - 30 * dayMs, until: noon + dayMs };
    expect((await bench.store.releases.health(filter)).get("web@1")).toMatchObject({
      sessions: 1,
      users: 1,
    });
  });

  test("a batch can read when releases were first seen", async () => {
    const project = await newProject(bench.store);
    await put(project, "9f2c1e4", noon + 5);
    const asked = ["9f2c1e4", "nobody"].map((version) => ({ projectId: project.id, version }));
    const seen = await bench.store.digest((transaction) => transaction.releasesSeen(asked));
    expect(seen).toEqual(new Map([[`${project.id}:9f2c1e4`, noon + 5]]));
  });

  test("issues new, regressed, and resolved in a release or the next one are listed", async () => {
    const { releases, issues } = bench.store;
    const project = await newProject(bench.store);
    const seen = ["a", "b", "c"].map((issue) => ({
      issue,
      name: `${project.slug} ${issue}`,
      release: "web@1",
    }));
    const made = await digestSamples(bench.store, project, seen);
    await put(project, "web@1");
    await put(project, "web@2", noon + hourMs);
    const by = { kind: "system" } as const;
    const resolve = (
      name: string,
      how: { kind: "release"; version: string } | { kind: "next-release"; after: string },
    ) =>
      issues.transition(project.id, [made.get(name)!.id], (issue) => ({
        state: { state: "resolved", at: noon, in: how },
        activity: { issueId: issue.id, at: noon, by, what: { kind: "resolved", in: how } },
      }));
    await resolve("a", { kind: "release", version: "web@2" });
    await resolve("b", { kind: "next-release", after: "web@1" });
    await issues.transition(project.id, [made.get("c")!.id], (issue) => ({
      state: { state: "open", substate: "regressed" },
      activity: {
        issueId: issue.id,
        at: noon,
        by,
        what: { kind: "regressed", eventId: "e", release: "web@2" },
      },
    }));
    const second = { version: "web@2", previous: "web@1" };
    const listed = async (place: ReleasePlace, relation: IssueRelation) => {
      const rows = await releases.issues(project.id, place, relation, 10);
      return rows.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    const ids = ["a", "b", "c"].map((name) => made.get(name)!.id);
    expect(await listed({ version: "web@1" }, "fresh")).toEqual(ids);
    expect(await listed(second, "regressed")).toEqual([ids[2]]);
    expect(await listed(second, "resolved")).toEqual([ids[0], ids[1]]);
    expect(await listed({ version: "web@1" }, "resolved")).toEqual([]);
    expect(await listed({ version: "api@1" }, "resolved"), "of another package").toEqual([]);
    const places = [{ version: "web@1" }, second, { version: "web@3" }];
    expect(await releases.issueCounts(project.id, places)).toEqual(
      new Map([
        ["web@1", { fresh: 3, regressed: 0, resolved: 0 }],
        ["web@2", { fresh: 0, regressed: 1, resolved: 2 }],
        ["web@3", { fresh: 0, regressed: 0, resolved: 0 }],
      ]),
    );
  });

  test("an issue counts as resolved in a release only while it is resolved", async () => {
    const { releases, issues } = bench.store;
    const project = await newProject(bench.store);
    const seen = ["a", "b"].map((issue) => ({
      issue,
      name: `${project.slug} ${issue}`,
      release: "web@1",
    }));
    const made = await digestSamples(bench.store, project, seen);
    const by = { kind: "system" } as const;
    const place = { version: "web@2", previous: "web@1" };
    const resolve = (name: string, how: Resolution) =>
      issues.transition(project.id, [made.get(name)!.id], (issue) => ({
        state: { state: "resolved", at: noon, in: how },
        activity: { issueId: issue.id, at: noon, by, what: { kind: "resolved", in: how } },
      }));
    const resolved = async (of: ReleasePlace) => [
      (await releases.issueCounts(project.id, [of])).get(of.version)!.resolved,
      (await releases.issues(project.id, of, "resolved", 10)).length,
    ];
    await resolve("a", { kind: "release", version: "web@2" });
    await resolve("b", { kind: "next-release", after: "web@1" });
    expect(await resolved(place)).toEqual([2, 2]);
    for (const name of ["a", "b"])
      await issues.transition(project.id, [made.get(name)!.id], (issue) => ({
        state: { state: "open", substate: "ongoing" },
        activity: { issueId: issue.id, at: noon, by, what: { kind: "reopened" } },
      }));
    expect(await resolved(place), "reopened").toEqual([0, 0]);
    await resolve("a", { kind: "release", version: "web@3" });
    expect(await resolved(place), "resolved in another release since").toEqual([0, 0]);
    expect(await resolved({ version: "web@3", previous: "web@2" })).toEqual([1, 1]);
    await resolve("a", { kind: "release", version: "web@2" });
    expect(await resolved(place), "again in this one").toEqual([1, 1]);
  });
}
