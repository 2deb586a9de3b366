import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { traceIdOf } from "#tests/storage/traces/trace-sample.ts";
import {
  bodyOf,
  dayMs,
  digestSamples,
  everyPage,
  eventIdOf,
  hashOf,
  newProject,
  noon,
  reread,
} from "#tests/storage/sample.ts";

export function eventContract(bench: Bench): void {
  /** An issue with events on three days, two of them received in the same millisecond. */
  async function threeDays() {
    const project = await newProject(bench.store);
    const old = { issue: "a", name: "old", at: noon - 5 * dayMs, richness: 9 };
    await digestSamples(bench.store, project, [old]);
    const issues = await digestSamples(bench.store, project, [
      {
        issue: "a",
        name: "mid 1",
        at: noon - dayMs,
        richness: 3,
        tags: [["k", "v"]],
        environment: "staging",
      },
      { issue: "a", name: "mid 2", at: noon - dayMs, richness: 3, tags: [["k", 'v"]']] },
      { issue: "b", name: "other", at: noon - dayMs, tags: [["k", "v"]] },
      {
        issue: "a",
        name: "new",
        at: noon,
        tags: [
          ["x", "y"],
          ["k", "v"],
        ],
        user: "ada",
        release: "1.0",
      },
    ]);
    const a = await reread(bench.store, issues.get("a")!);
    const middle = ["mid 1", "mid 2"].toSorted((x, y) => (eventIdOf(x) < eventIdOf(y) ? 1 : -1));
    return { project, a, order: ["new", ...middle, "old"] };
  }

  test("an event is found by ID with all stored fields", async () => {
    const { project, a } = await threeDays();
    expect(await bench.store.events.find(project.id, eventIdOf("new"))).toEqual({
      projectId: project.id,
      issueId: a.id,
      eventId: eventIdOf("new"),
      at: noon,
      timestamp: noon - 5,
      level: "error",
      title: "new",
      user: "ada",
      release: "1.0",
      tags: [
        ["x", "y"],
        ["k", "v"],
      ],
      hash: hashOf("a"),
      body: bodyOf("new"),
    });
    expect((await bench.store.events.find(project.id, eventIdOf("old")))!.body).toBe(bodyOf("old"));
    expect(await bench.store.events.find(project.id, eventIdOf("never"))).toBeUndefined();
    expect(await bench.store.events.find(999 as ProjectId, eventIdOf("new"))).toBeUndefined();
  });

  test("latest, oldest, and recommended: the richest, newest among equals", async () => {
    const { project, a, order } = await threeDays();
    const { pick } = bench.store.events;
    expect((await pick(a, "latest"))!.title).toBe("new");
    expect((await pick(a, "oldest"))!.title).toBe("old");
    expect((await pick(a, "recommended"))!.title).toBe("old");
    expect((await pick({ ...a, firstSeen: noon - dayMs }, "recommended"))!.title).toBe(order[1]);
    expect(
      await pick({ ...a, firstSeen: noon - 3 * dayMs, lastSeen: noon - 2 * dayMs }, "latest"),
    ).toBeUndefined();
    const hundred = Array.from({ length: 100 }, (_, n) => ({
      issue: "a",
      name: `n ${n}`,
      at: noon + 1 + n,
      richness: 1,
    }));
    await digestSamples(bench.store, project, hundred);
    expect((await pick(await reread(bench.store, a), "recommended"))!.title).toBe("n 99");
  });

  test("neighbors lead from the oldest to the newest and back, over days and ties", async () => {
    const { project, a, order } = await threeDays();
    for (const [at, name] of order.entries()) {
      const event = (await bench.store.events.find(project.id, eventIdOf(name)))!;
      const [newer, older] = [order[at - 1], order[at + 1]];
      expect(await bench.store.events.neighbors(a, event)).toEqual({
        ...(newer && { newer: eventIdOf(newer) }),
        ...(older && { older: eventIdOf(older) }),
      });
      expect(await bench.store.events.newerCount(a, event, order.length)).toBe(at);
      if (at > 1) expect(await bench.store.events.newerCount(a, event, at - 1)).toBeUndefined();
    }
  });

  test("a list pages newest first through days and ties", async () => {
    const { a, order } = await threeDays();
    for (const limit of [1, 2, 3, 50]) {
      const rows = await everyPage((cursor) =>
        bench.store.events.list({ issue: a, limit, ...(cursor && { cursor }) }),
      );
      expect(rows.map(({ title }) => title)).toEqual(order);
    }
    expect(
      (await bench.store.events.list({ issue: a, limit: 4, cursor: "nonsense" })).rows,
    ).toHaveLength(4);
  });

  test("a list is filtered by exact tag and by environment", async () => {
    const { a } = await threeDays();
    const listed = async (filter: { tag?: { key: string; value: string }; environment?: string }) =>
      (await bench.store.events.list({ issue: a, limit: 50, ...filter })).rows.map(
        ({ title }) => title,
      );
    expect(await listed({ tag: { key: "k", value: "v" } })).toEqual(["new", "mid 1"]);
    expect(await listed({ tag: { key: "k", value: 'v"]' } })).toEqual(["mid 2"]);
    expect(await listed({ tag: { key: "v", value: "k" } })).toEqual([]);
    expect(await listed({ environment: "staging" })).toEqual(["mid 1"]);
    expect(await listed({ environment: "staging", tag: { key: "x", value: "y" } })).toEqual([]);
  });

  test("a list starts at a time and includes everything after it", async () => {
    const { a, order } = await threeDays();
    const all = await bench.store.events.list({ issue: a, limit: 50 });
    for (const [index, { at }] of all.rows.entries()) {
      const since = async (moment: number, limit = 50) =>
        (
          await everyPage((cursor) =>
            bench.store.events.list({ issue: a, since: moment, limit, ...(cursor && { cursor }) }),
          )
        ).map(({ title }) => title);
      const first = all.rows.filter((row) => row.at >= at).length;
      expect(await since(at)).toEqual(order.slice(0, first));
      expect(await since(at, 1)).toEqual(order.slice(0, first));
      expect(await since(at + 1)).toEqual(
        order.slice(0, all.rows.filter((row) => row.at > at).length),
      );
      expect(index).toBeLessThan(first);
    }
    const staging = await bench.store.events.list({
      issue: a,
      environment: "staging",
      since: all.rows[0]!.at,
      limit: 9,
    });
    expect(staging.rows).toEqual([]);
  });

  test("a rare tag among many events is found page by page", async () => {
    const project = await newProject(bench.store);
    const many = Array.from({ length: 2_500 }, (_, n) => ({
      issue: "a",
      name: `${n}`,
      at: noon + n,
    }));
    const rare = {
      issue: "a",
      name: "rare",
      at: noon - 1,
      tags: [["k", "v"]] as [string, string][],
    };
    const issues = await digestSamples(bench.store, project, [...many, rare]);
    const issue = await reread(bench.store, issues.get("a")!);
    const filter = { issue, tag: { key: "k", value: "v" }, limit: 10 };
    const rows = await everyPage((cursor) =>
      bench.store.events.list({ ...filter, ...(cursor && { cursor }) }),
    );
    expect(rows.map(({ title }) => title)).toEqual(["rare"]);
    const later = await everyPage((cursor) =>
      bench.store.events.list({ ...filter, since: noon, ...(cursor && { cursor }) }),
    );
    expect(later).toEqual([]);
  });

  test("a trace's events are found whenever they arrived, with spans and issues", async () => {
    const project = await newProject(bench.store);
    const traceId = traceIdOf("spread");
    const spanId = "00f067aa0ba902b7";
    const inTrace = (issue: string, name: string, days: number) => ({
      issue,
      name,
      at: noon + days * dayMs,
      traceId,
    });
    await digestSamples(bench.store, project, [
      { ...inTrace("a", "before", -3), spanId },
      inTrace("a", "then", 0),
    ]);
    await digestSamples(bench.store, project, [
      inTrace("a", "after", 6),
      inTrace("b", "other issue", 9),
    ]);
    await digestSamples(bench.store, project, [
      { ...inTrace("a", "elsewhere", 0), traceId: traceIdOf("another") },
    ]);
    const ofTrace = async (limit: number, days = {}) =>
      (await bench.store.events.ofTrace({ projectId: project.id, traceId, limit, ...days })).map(
        ({ title, spanId: span }) => (span === undefined ? title : `${title} on ${span}`),
      );
    expect(await ofTrace(10)).toEqual([`before on ${spanId}`, "then", "after", "other issue"]);
    expect(await ofTrace(10, { from: noon - dayMs, to: noon + dayMs })).toEqual(["then"]);
    expect(await ofTrace(2)).toEqual([`before on ${spanId}`, "then", "other issue"]);
  });
}
