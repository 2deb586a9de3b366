import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { dayMs, digestSamples, hourMs, newProject, noon } from "#tests/storage/sample.ts";

export function projectContract(bench: Bench): void {
  test("a project is created with its key and found by slug and by key", async () => {
    const { projects } = bench.store;
    const project = await newProject(bench.store, "shop");
    expect(await projects.bySlug("shop")).toEqual(project);
    expect(await projects.bySlug("other")).toBeUndefined();
    const [key] = await projects.keys(project.id);
    const { publicKey } = key!;
    expect(key).toEqual({
      projectId: project.id,
      publicKey,
      label: "Default",
      createdAt: noon,
      allowedOrigins: [],
    });
    expect(await projects.byId(project.id)).toEqual(project);
    expect(await projects.byKey(key!.publicKey)).toEqual({ key, project });
    expect(await projects.byKey("nobody's")).toBeUndefined();
  });

  test("a slug is unique, even when requested twice at once", async () => {
    const form = { name: "Shop", slug: "shop", platform: "node", prefix: "SHOP", createdAt: noon };
    const beside = await bench.another();
    const made = await Promise.all([
      bench.store.projects.create({ ...form, publicKey: "one" }),
      beside.projects.create({ ...form, publicKey: "two" }),
    ]);
    expect(made.filter((each) => each === "taken")).toHaveLength(1);
    expect(await beside.projects.list()).toHaveLength(1);
    expect(await Promise.all(["one", "two"].map((key) => beside.projects.byKey(key)))).toContain(
      undefined,
    );
  });

  test("the first event and named environments are recorded", async () => {
    const project = await newProject(bench.store);
    await digestSamples(bench.store, project, [
      { issue: "a", name: "1", at: noon + 5, environment: "staging" },
      { issue: "a", name: "2", at: noon, environment: "production" },
      { issue: "a", name: "3", at: noon + 9 },
    ]);
    await digestSamples(bench.store, project, [{ issue: "a", name: "4", at: noon - 9 }]);
    expect(await bench.store.projects.bySlug(project.slug)).toEqual({
      ...project,
      firstEventAt: noon,
    });
    expect(await bench.store.projects.environments(project.id)).toEqual(["production", "staging"]);
  });

  test("overviews count events and issues and name the latest release per package", async () => {
    const [quiet, busy] = [await newProject(bench.store), await newProject(bench.store)];
    const issues = await digestSamples(bench.store, busy, [
      { issue: "a", name: "1", at: noon - hourMs, release: "2.0" },
      { issue: "a", name: "2", at: noon - hourMs + 1, release: "1.0" },
      { issue: "b", name: "3", at: noon + 1 },
      { issue: "c", name: "4", at: noon - dayMs, release: "web@1.10.0" },
      { issue: "c", name: "5", at: noon - dayMs + 1, release: "web@1.9.0" },
    ]);
    await bench.store.issues.transition(busy.id, [issues.get("b")!.id], ({ id }) => ({
      state: { state: "resolved", at: noon, in: { kind: "now" } },
      activity: {
        issueId: id,
        at: noon,
        by: { kind: "system" },
        what: { kind: "resolved", in: { kind: "now" } },
      },
    }));
    const asked = [busy.id, quiet.id, 999 as ProjectId];
    expect(await bench.store.projects.overviews(asked, { now: noon + 10, hours: 3 })).toEqual([
      {
        projectId: busy.id,
        hours: [0, 2, 1],
        openIssues: 2,
        newIssues: 1,
        latestReleases: ["2.0", "web@1.10.0"],
        latestReleaseAt: noon - hourMs,
      },
      { projectId: quiet.id, hours: [0, 0, 0], openIssues: 0, newIssues: 0, latestReleases: [] },
      { projectId: 999, hours: [0, 0, 0], openIssues: 0, newIssues: 0, latestReleases: [] },
    ]);
  });

  test("inbound filters are off until set, field by field, and lists are replaced", async () => {
    const { projects } = bench.store;
    const { id, settings } = await newProject(bench.store);
    const off = {
      browserExtensions: false,
      legacyBrowsers: false,
      webCrawlers: false,
      localhost: false,
      healthChecks: false,
    };
    expect(settings.filters).toEqual({ ...off, messages: [], releases: [] });
    await projects.changeSettings(id, {
      filters: { webCrawlers: true, messages: ["*noise*", "other"] },
    });
    await projects.changeSettings(id, {
      filters: { messages: ["*\u00fcber*"], releases: ["*-dev"] },
      quotas: { eventsPerDay: 7 },
    });
    const stored = (await (await bench.another()).projects.byId(id))!.settings;
    expect(stored.filters).toEqual({
      ...off,
      webCrawlers: true,
      messages: ["*\u00fcber*"],
      releases: ["*-dev"],
    });
    await projects.changeSettings(id, { filters: { webCrawlers: null, messages: [] } });
    expect((await projects.byId(id))!.settings.filters).toEqual({
      ...off,
      messages: [],
      releases: ["*-dev"],
    });
  });

  test("a project changes its name and slug, but not to a taken one", async () => {
    const [shop, other] = [
      await newProject(bench.store, "shop"),
      await newProject(bench.store, "other"),
    ];
    const names = { name: "Store", slug: "store", platform: "go" };
    expect(await bench.store.projects.rename(shop.id, names)).toEqual({ ...shop, ...names });
    expect(await bench.store.projects.bySlug("shop")).toBeUndefined();
    expect(await bench.store.projects.rename(other.id, names)).toBe("taken");
    expect(await bench.store.projects.rename(999 as ProjectId, names)).toBeUndefined();
    expect(await bench.store.projects.bySlug("other")).toEqual(other);
  });

  test("keys have limits, are revoked permanently, and record their last use", async () => {
    const { keys, projects } = bench.store;
    const project = await newProject(bench.store, "shop");
    const made = {
      projectId: project.id,
      publicKey: "f".repeat(32),
      label: "Web",
      createdAt: noon + 1,
    };
    const limits = {
      label: "Pages",
      allowedOrigins: ["https://shop.example"],
      eventsPerMinute: 60,
    };
    expect(await keys.create({ ...made, allowedOrigins: [] })).toEqual({
      ...made,
      allowedOrigins: [],
    });
    expect(await keys.change(made, limits)).toEqual({ ...made, ...limits });
    await keys.used([{ publicKey: made.publicKey, at: noon + 9 }]);
    await keys.used([{ publicKey: made.publicKey, at: noon + 5 }]);
    expect((await projects.byKey(made.publicKey))?.key).toEqual({
      ...made,
      ...limits,
      lastUsedAt: noon + 9,
    });
    expect(await keys.revoke(made, noon + 10)).toMatchObject({ revokedAt: noon + 10 });
    expect(await keys.revoke(made, noon + 11)).toBeUndefined();
    expect(await keys.change(made, { label: "Again", allowedOrigins: [] })).toBeUndefined();
    expect(await keys.change({ ...made, projectId: 999 as ProjectId }, limits)).toBeUndefined();
    expect((await projects.keys(project.id)).map(({ label }) => label)).toEqual([
      "Default",
      "Pages",
    ]);
  });

  test("a deleted project vanishes at once, and its rows go in batches", async () => {
    const { projects, deletions, issues, events, outcomes } = bench.store;
    const [shop, other] = [
      await newProject(bench.store, "shop"),
      await newProject(bench.store, "other"),
    ];
    const samples = Array.from({ length: 45 }, (_, index) => ({
      issue: `${index}`,
      name: `${index}`,
      at: noon + index,
    }));
    await digestSamples(bench.store, shop, samples);
    const [kept] = (
      await digestSamples(bench.store, other, [{ issue: "a", name: "a", at: noon }])
    ).values();
    const [key] = await projects.keys(shop.id);
    const begun = await deletions.begin(shop.id, { at: noon });
    expect(begun).toMatchObject({ projectId: shop.id, slug: "shop", done: 0, total: 46 });
    expect(await deletions.begin(shop.id, { at: noon })).toBeUndefined();
    expect(await projects.byKey(key!.publicKey)).toBeUndefined();
    expect((await projects.list()).map(({ slug }) => slug)).toEqual(["other"]);
    const again = {
      name: "Shop",
      slug: "shop",
      platform: "go",
      prefix: "SHOP",
      publicKey: "again",
      createdAt: noon,
    };
    expect((await projects.create(again)) as Project).not.toMatchObject({ id: shop.id });

    const seen: number[] = [];
    for (let ended = false; !ended && seen.length < 100;) {
      const { done, endedAt } = await deletions.advance(shop.id, noon + 40);
      seen.push(done);
      ended = endedAt !== undefined;
    }
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await (await bench.another()).deletions.find(shop.id)).toMatchObject({
      done: 46,
      endedAt: noon + 40,
    });
    expect(await deletions.underWay()).toEqual([]);
    const filter = {
      query: { states: [], levels: [], words: [] },
      sort: "last-seen" as const,
      limit: 10,
    };
    expect((await issues.list({ ...filter, projectId: shop.id })).rows).toEqual([]);
    expect(await outcomes.read(shop.id, 0)).toEqual([]);
    expect((await issues.list({ ...filter, projectId: other.id })).rows).toHaveLength(1);
    expect(await events.pick(kept!, "latest")).toMatchObject({ projectId: other.id });
  });
}
