import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Bench } from "./contract.ts";
import { dayMs, digestSamples, hourMs, newProject, noon } from "./sample.ts";

export function projectContract(bench: Bench): void {
  test("a project is made with its key, found by slug and by key", async () => {
    const { projects } = bench.store;
    const project = await newProject(bench.store, "shop");
    expect(await projects.bySlug("shop")).toEqual(project);
    expect(await projects.bySlug("other")).toBeUndefined();
    const [key] = await projects.keys(project.id);
    expect(key).toEqual({ projectId: project.id, publicKey: key!.publicKey, label: "Default", createdAt: noon });
    expect(await projects.byKey(key!.publicKey)).toEqual({ key, project });
    expect(await projects.byKey("nobody's")).toBeUndefined();
  });

  test("a slug is taken once, also when two ask at once", async () => {
    const form = { name: "Shop", slug: "shop", platform: "node", prefix: "SHOP", createdAt: noon };
    const beside = await bench.another();
    const made = await Promise.all([
      bench.store.projects.create({ ...form, publicKey: "one" }),
      beside.projects.create({ ...form, publicKey: "two" }),
    ]);
    expect(made.filter((each) => each === "taken")).toHaveLength(1);
    expect(await beside.projects.list()).toHaveLength(1);
    expect(await Promise.all(["one", "two"].map((key) => beside.projects.byKey(key)))).toContain(undefined);
  });

  test("the first event is remembered, and the environments that were named", async () => {
    const project = await newProject(bench.store);
    await digestSamples(bench.store, project, [
      { issue: "a", name: "1", at: noon + 5, environment: "staging" },
      { issue: "a", name: "2", at: noon, environment: "production" },
      { issue: "a", name: "3", at: noon + 9 },
    ]);
    await digestSamples(bench.store, project, [{ issue: "a", name: "4", at: noon - 9 }]);
    expect(await bench.store.projects.bySlug(project.slug)).toEqual({ ...project, firstEventAt: noon });
    expect(await bench.store.projects.environments(project.id)).toEqual(["production", "staging"]);
  });

  test("overviews count events by hour, open issues, and name the release that appeared last", async () => {
    const [quiet, busy] = [await newProject(bench.store), await newProject(bench.store)];
    const issues = await digestSamples(bench.store, busy, [
      { issue: "a", name: "1", at: noon - hourMs, release: "2.0" },
      { issue: "a", name: "2", at: noon - hourMs + 1, release: "1.0" },
      { issue: "b", name: "3", at: noon + 1 },
      { issue: "c", name: "4", at: noon - dayMs },
    ]);
    await bench.store.issues.transition(busy.id, [issues.get("b")!.id], ({ id }) => ({
      state: { state: "resolved", at: noon, in: { kind: "now" } },
      activity: { issueId: id, at: noon, by: { kind: "system" }, what: { kind: "resolved", in: { kind: "now" } } },
    }));
    const asked = [busy.id, quiet.id, 999 as ProjectId];
    expect(await bench.store.projects.overviews(asked, { now: noon + 10, hours: 3 })).toEqual([
      { projectId: busy.id, hours: [0, 2, 1], openIssues: 2, latestRelease: "1.0" },
      { projectId: quiet.id, hours: [0, 0, 0], openIssues: 0 },
      { projectId: 999, hours: [0, 0, 0], openIssues: 0 },
    ]);
  });
}
