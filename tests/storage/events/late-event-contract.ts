import { expect, test } from "vitest";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import { overflowType } from "#server/digest/events/too-many-issues.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs, hourMs, hourOf } from "#server/domain/time.ts";
import { dayName } from "#server/domain/retention/plan.ts";
import { defaultLimits } from "#server/domain/retention/limits.ts";
import type { ReceivedAttachment } from "#server/storage/attachments/attachment-store.ts";
import { ignore } from "#server/domain/issue/triage.ts";
import { wakeEscalated } from "#server/jobs/watch-issues.ts";
import type { Store } from "#server/storage/store.ts";
import { digesting, eventNamed } from "./cardinality-sample.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { eventIdOf, hashOf, newProject, noon } from "#tests/storage/sample.ts";

/** An event received at noon that happened the given number of days before. */
function late(
  projectId: ProjectId,
  name: string,
  days: number,
  more: Partial<DigestEvent> = {},
): DigestEvent {
  const at = noon - days * dayMs;
  return eventNamed(projectId, name, { timestamp: at, at, ...more });
}

const theIssue = async (store: Store, id: ProjectId) =>
  (await store.issues.find(id, { number: 1 }))!;

async function placesIn(store: Store, id: ProjectId): Promise<[title: string, at: number][]> {
  const { rows } = await store.events.list({ issue: await theIssue(store, id), limit: 50 });
  return rows.map(({ title, at }) => [title.replace("Error: ", ""), at]);
}

/** Events received long after they happened: everything except outcomes uses the event time. */
export function lateEventContract(bench: Bench): void {
  test("late events count on their day: order, trend, first and last seen, tags", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    const digest = digesting(store, {});
    await digest({ events: [late(id, "now", 0, { environment: "web", tags: [["k", "new"]] })] });
    const tags: [string, string][] = [["k", "old"]];
    const queued = [
      late(id, "ten", 10, { environment: "web", tags }),
      late(id, "three", 3),
      late(id, "four", 4),
    ];
    await digest({ events: queued });
    const issue = await theIssue(store, id);
    expect(issue).toMatchObject({ count: 4, firstSeen: noon - 10 * dayMs, lastSeen: noon });
    expect((await placesIn(store, id)).map(([title]) => title)).toEqual([
      "now",
      "three",
      "four",
      "ten",
    ]);
    const trend = async (environment?: string) =>
      (
        await store.issues.trends(id, [issue.id], {
          until: noon,
          buckets: 11,
          unit: "day",
          ...(environment !== undefined && { environment }),
        })
      ).get(issue.id);
    expect(await trend()).toEqual([1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1]);
    expect(await trend("web")).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const titles = async (which: "latest" | "oldest") =>
      (await store.events.pick(issue, which))?.title;
    expect([await titles("latest"), await titles("oldest")]).toEqual(["Error: now", "Error: ten"]);
    const four = (await store.events.find(id, eventIdOf("four")))!;
    expect(await store.events.neighbors(issue, four)).toEqual({
      newer: eventIdOf("three"),
      older: eventIdOf("ten"),
    });
    const [summary] = await store.issues.tags(id, issue.id, { values: 9 });
    expect(summary!.values.map(({ value, lastSeen }) => [value, lastSeen])).toEqual([
      ["new", noon],
      ["old", noon - 10 * dayMs],
    ]);
    const kept = (await store.outcomes.read(id, 0)).filter(({ outcome }) => outcome === "kept");
    expect(kept.map(({ hour, quantity }) => [hour, quantity])).toEqual([[hourOf(noon), 4]]);
  });

  test("an issue is named by its newest event in any order of arrival", async () => {
    const [one, two] = ["x", "y"].toSorted((a, b) => (eventIdOf(a) < eventIdOf(b) ? -1 : 1)) as [
      string,
      string,
    ];
    const eventsOf = (id: ProjectId) => [
      late(id, "old", 2, {
        value: "first",
        level: "fatal",
        release: "1.0",
        searched: "\u0001old.ts\n",
      }),
      late(id, one, 1, { value: "second", level: "warning", release: "2.0", unhandled: true }),
      late(id, two, 1, {
        value: "third",
        culprit: "GET /",
        level: "info",
        release: "3.0",
        searched: "\u0001new.ts\n",
      }),
    ];
    const facts = { value: "third", culprit: "GET /", level: "info", unhandled: false };
    const seen = {
      firstSeen: noon - 2 * dayMs,
      lastSeen: noon - dayMs,
      firstRelease: "1.0",
      lastRelease: "3.0",
    };
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      for (const size of [1, 3]) {
        const { id } = await newProject(bench.store);
        const digest = digesting(bench.store, {});
        const events = order.map((at) => eventsOf(id)[at]!);
        for (let at = 0; at < 3; at += size) await digest({ events: events.slice(at, at + size) });
        const issue = await theIssue(bench.store, id);
        expect(issue, `${order.join()} by ${size}`).toMatchObject({ ...facts, ...seen, count: 3 });
        const found = async (word: string) => {
          const query = { states: [], levels: [], words: [word] };
          return (
            await bench.store.issues.list({ projectId: id, query, sort: "last-seen", limit: 5 })
          ).rows.length;
        };
        expect(
          [await found("new.ts"), await found("old.ts")],
          `${order.join()} by ${size}`,
        ).toEqual([1, 0]);
      }
    }
  });

  test("a repeated late event is recognized, even days later", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, {});
    await digest({ events: [late(id, "once", 9)] });
    const again = {
      receivedAt: noon + 5 * dayMs,
      timestamp: noon - 9 * dayMs,
      at: noon - 9 * dayMs,
    };
    await digest({ events: [late(id, "once", 9), eventNamed(id, "once", again)] });
    expect((await theIssue(bench.store, id)).count).toBe(1);
    const outcomes = await bench.store.outcomes.read(id, 0);
    expect(
      outcomes
        .filter(({ outcome }) => outcome === "duplicate")
        .reduce((sum, { quantity }) => sum + quantity, 0),
    ).toBe(2);
  });

  test("late events of a day beyond retention are filed under their receipt", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    const digest = digesting(store, {});
    await store.retention.setLimits({ ...defaultLimits, eventDays: 20 });
    await digest({ events: [late(id, "21", 21), late(id, "20", 20)] });
    await store.projects.changeSettings(id, { retention: { eventDays: 8 } });
    await digest({ events: [late(id, "9", 9), late(id, "8", 8)] });
    await store.retention.drop({ day: dayName(noon - 5 * dayMs), why: "size" }, noon);
    await digest({ events: [late(id, "6", 6), late(id, "5", 5), late(id, "4", 4)] });
    const daysAgo = (await placesIn(store, id)).map(([title, at]) => [title, (noon - at) / dayMs]);
    const placed = Object.fromEntries(daysAgo);
    expect(placed).toEqual({ 21: 0, 20: 20, 9: 0, 8: 8, 6: 0, 5: 0, 4: 4 });
    expect(await theIssue(store, id)).toMatchObject({
      count: 7,
      firstSeen: noon - 20 * dayMs,
      lastSeen: noon,
    });
  });

  test("new issues are limited by the hour of their creation", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { newIssues: 3 });
    const distinct = (at: number) => late(id, `e${at}`, at, { hash: hashOf(`h${at}`) });
    await digest({ events: [1, 2].map(distinct) });
    await digest({ events: [3, 4, 5].map(distinct) });
    const query = { states: [], levels: [], words: [] };
    const { rows } = await bench.store.issues.list({
      projectId: id,
      query,
      sort: "last-seen",
      limit: 9,
    });
    expect(rows.map(({ type, count }) => [type, count])).toEqual([
      ["Error", 1],
      ["Error", 1],
      ["Error", 1],
      [overflowType, 2],
    ]);
  });

  test("alert windows count late events by receipt, each once", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    const digest = digesting(store, {});
    const queued = Array.from({ length: 20 }, (_, n) =>
      late(id, `q${n}`, 3, { user: `u${n}`, environment: "web" }),
    );
    const withinWindow = {
      receivedAt: noon,
      timestamp: noon - 10 * 60_000,
      at: noon - 10 * 60_000,
    };
    await digest({
      events: [
        ...queued,
        eventNamed(id, "within", withinWindow),
        late(id, "now", 0, { user: "u0" }),
      ],
    });
    const { id: issueId } = await theIssue(store, id);
    const asked = { projectId: id, issueIds: [issueId], since: noon - hourMs, most: 100 };
    const count = (more: object) => store.traffic.count({ ...asked, measure: "events", ...more });
    expect(
      await Promise.all([{}, { most: 7 }, { environment: "web" }, { since: noon + 1 }].map(count)),
    ).toEqual([22, 7, 20, 0]);
    expect(await count({ measure: "users" })).toBe(20);
    const busy = (more: object) => {
      const window = { projectId: id, since: noon - hourMs, moreThan: 5, limit: 9, ...more };
      return store.traffic.busyIssues(window);
    };
    expect(await busy({})).toEqual([{ issueId, count: 22 }]);
    expect(await busy({ environment: "web" })).toEqual([{ issueId, count: 20 }]);
    expect(await busy({ moreThan: 22 })).toEqual([]);
  });

  test("spikes and escalations count late events in the hour of receipt", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    const digest = digesting(store, {});
    await digest({
      events: [late(id, "a", 2, { environment: "web" }), late(id, "b", 2), late(id, "c", 0)],
    });
    const { id: issueId } = await theIssue(store, id);
    const window = { until: noon + hourMs, hours: 50 };
    const newest = (hours?: number[]) => hours!.slice(-3);
    expect(newest(await store.traffic.hours(id, window))).toEqual([0, 3, 0]);
    expect(newest(await store.traffic.hours(id, { ...window, environment: "web" }))).toEqual([
      0, 1, 0,
    ]);
    expect(newest((await store.traffic.issueHours(id, [issueId], window)).get(issueId))).toEqual([
      0, 3, 0,
    ]);
    const trend = await store.issues.trends(id, [issueId], {
      until: noon + hourMs,
      buckets: 50,
      unit: "hour",
    });
    expect(newest(trend.get(issueId))).toEqual([0, 1, 0]);
  });

  test("an issue ignored until it escalates is checked when late events arrive", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    const digest = digesting(store, {});
    await digest({ events: [late(id, "first", 4)] });
    const { id: issueId } = await theIssue(store, id);
    await store.issues.transition(id, [issueId], (issue) =>
      ignore(issue, { kind: "escalates" }, noon - 4 * dayMs, { kind: "system" }),
    );
    const queued = Array.from({ length: 40 }, (_, n) => late(id, `q${n}`, 3));
    await digest({ events: queued });
    await wakeEscalated(store, noon);
    expect((await theIssue(store, id)).state).toMatchObject({ state: "open", substate: "ongoing" });
  });

  test("the receipt time of late events is deleted after a day", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    await digesting(store, {})({ events: [late(id, "old", 3)] });
    const { id: issueId } = await theIssue(store, id);
    const count = () =>
      store.traffic.count({
        projectId: id,
        issueIds: [issueId],
        since: noon - hourMs,
        most: 9,
        measure: "events",
      });
    const evict = async (before: number) => {
      while (await store.retention.evictCounters({ hours: 0, days: 0, late: before }));
    };
    await evict(noon);
    expect(await count()).toBe(1);
    await evict(noon + 1);
    expect(await count()).toBe(0);
  });

  test("attachments are stored and found with their late event", async () => {
    const { id: projectId } = await newProject(bench.store);
    const eventId = eventIdOf("late");
    const bytes = Buffer.from("text");
    const file: ReceivedAttachment = {
      projectId,
      eventId,
      receivedAt: noon,
      at: noon,
      name: "log.txt",
      contentType: "text/plain",
      bytes,
      kind: "event.attachment",
      byteLength: 4,
      digest: "d",
    };
    const event = late(projectId, "late", 6, { attachments: [file] });
    const digest = digesting(bench.store, {});
    await digest({ events: [event] });
    await digest({ events: [{ ...event, attachments: [file] }] });
    const listed = await bench.store.attachments.list({
      projectId,
      eventId,
      receivedAt: noon,
      at: event.at,
    });
    expect(listed.map(({ name, at }) => [name, at])).toEqual([["log.txt", event.at]]);
    expect(
      (await bench.store.attachments.open(projectId, eventId, listed[0]!.id))?.attachment,
    ).toEqual(listed[0]);
  });
}
