import { expect, test } from "vitest";
import type { AlertCondition, AlertRule } from "#server/domain/alert/rule.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { AlertDeps } from "#server/jobs/alert-deps.ts";
import { evaluateWindows, followLogs } from "#server/jobs/evaluate-alerts.ts";
import type { NewNotice } from "#server/storage/alerts/notice-store.ts";
import type { Store } from "#server/storage/store.ts";
import { sampleRule } from "./alert-contract.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import { rollupChange } from "#tests/storage/rollups/rollup-sample.ts";
import {
  dayMs,
  digestSamples,
  hourMs,
  newProject,
  noon,
  type Sample,
} from "#tests/storage/sample.ts";

const minuteMs = 60_000;
const webhook = {
  kind: "webhook",
  url: "https://hooks.example.com",
  sealedSecret: "sealed",
} as const;

type Watch = { store: Store; project: Project; told: Notice[]; at(now: number): AlertDeps };

/** A store that also records every notice. */
function watching(store: Store, project: Project): Watch {
  const told: Notice[] = [];
  const record: Store["alerts"]["record"] = async (evaluation) => {
    told.push(...evaluation.notices.map(({ notice }: NewNotice) => notice));
    await store.alerts.record(evaluation);
  };
  const watched = { ...store, alerts: { ...store.alerts, record } };
  const at = (now: number): AlertDeps => ({
    store: watched,
    readEvent: async () => undefined,
    mailIsOn: false,
    now: () => now,
  });
  return { store, project, told, at };
}

const makeRule = ({ store, project }: Watch, when: AlertCondition, more: Partial<AlertRule> = {}) =>
  store.alerts.create(
    sampleRule(project.id, { when, channels: [webhook], since: noon - 30 * dayMs, ...more }),
  );

let batches = 0;

const run = (issue: string, times: number, at: number, more: Partial<Sample> = {}): Sample[] =>
  Array.from({ length: times }, (_, n) => ({
    issue,
    name: `${issue} ${at} ${n}`,
    at: at - n * 1_000,
    ...more,
  }));

const digest = ({ store, project }: Watch, samples: Sample[]) =>
  digestSamples(store, project, samples, { segment: 1, offset: ++batches });

/** Alert rules over time: notices are sent once, even after a crash or restart. */
export function alertEvaluationContract(bench: Bench): void {
  const newWatch = async () => {
    const watch = watching(bench.store, await newProject(bench.store));
    // A new reader starts here.
    await followLogs(watch.at(noon)).follow();
    return watch;
  };

  test("a frequency alert fires once per period and never for ignored issues", async () => {
    const watch = await newWatch();
    const when = {
      kind: "frequency",
      of: "issue",
      measure: "events",
      moreThan: 10,
      windowMinutes: 15,
    } as const;
    await makeRule(watch, when);
    const issues = await digest(watch, [
      ...run("loud", 10, noon),
      ...run("ignored", 50, noon),
      ...run("quiet", 2, noon),
    ]);
    await watch.store.issues.transition(
      watch.project.id,
      [issues.get("ignored")!.id],
      ({ id }) => ({
        state: { state: "ignored", at: noon, until: { kind: "forever" } },
        activity: {
          issueId: id,
          at: noon,
          by: { kind: "system" },
          what: { kind: "ignored", until: { kind: "forever" } },
        },
      }),
    );
    await evaluateWindows(watch.at(noon + minuteMs));
    expect(watch.told).toEqual([]);
    await digest(watch, run("loud", 1, noon + minuteMs));
    for (const minute of [2, 3, 10]) await evaluateWindows(watch.at(noon + minute * minuteMs));
    expect(watch.told.map(({ subject }) => subject)).toEqual([
      "SHOP-1 had 11 events in the last 15 minutes: Error: loud",
    ]);
    await evaluateWindows(watch.at(noon + 40 * minuteMs));
    await digest(watch, run("loud", 11, noon + 50 * minuteMs));
    await evaluateWindows(watch.at(noon + 51 * minuteMs));
    expect(watch.told).toHaveLength(2);
  });

  test("users are counted per issue and project; earlier events do not count", async () => {
    const watch = await newWatch();
    const when = {
      kind: "frequency",
      of: "project",
      measure: "users",
      moreThan: 2,
      windowMinutes: 60,
    } as const;
    await makeRule(watch, when);
    await makeRule(watch, when, { since: noon + 1 });
    await digest(watch, [
      ...run("a", 5, noon, { user: "mira" }),
      ...run("b", 5, noon, { user: "noor" }),
      ...run("b", 1, noon - minuteMs, { user: "otto" }),
    ]);
    await evaluateWindows(watch.at(noon + minuteMs));
    expect(watch.told.map(({ subject }) => subject)).toEqual([
      "3 users affected in the last hour across all issues",
    ]);
  });

  test("a spike is compared with the previous week, per issue and per project", async () => {
    const watch = await newWatch();
    await makeRule(watch, { kind: "spike", of: "issue", factor: 3 });
    await makeRule(watch, { kind: "spike", of: "project", factor: 3 });
    // The project is as old as its rules, so earlier data counts.
    const past = Array.from({ length: 7 }, (_, day) =>
      run("steady", 12, noon - (day + 1) * dayMs + 50_000),
    );
    await digest(watch, past.flat());
    const project = { ...watch.project, createdAt: noon - 30 * dayMs };
    const parts = watch.at(noon + 20 * minuteMs);
    const old = {
      ...parts,
      store: { ...parts.store, projects: { ...parts.store.projects, list: async () => [project] } },
    };
    await digest(watch, run("steady", 30, noon + 60_000));
    await evaluateWindows(old);
    expect(watch.told).toEqual([]);
    await digest(watch, run("steady", 30, noon + 5 * minuteMs));
    await evaluateWindows(old);
    await evaluateWindows(old);
    expect(watch.told.map(({ subject }) => subject).toSorted()).toEqual([
      "60 events this hour across all issues",
      "SHOP-1 has 60 events this hour: Error: steady",
    ]);
  });

  test("a route over its budget notifies, and notifies again on recovery", async () => {
    const watch = await newWatch();
    await makeRule(watch, {
      kind: "route",
      measure: "p95",
      route: "/checkout",
      over: 500,
      windowMinutes: 15,
    });
    const requests = (times: number, at: number, durationMs: number) =>
      watch.store.digest((transaction) =>
        transaction.save({
          ...noChanges,
          rollups: Array.from({ length: times }, () =>
            rollupChange(watch.project.id, { route: "/checkout", at, durationMs }),
          ),
          cursor: { segment: 1, offset: ++batches },
        }),
      );
    await requests(19, noon, 900);
    await evaluateWindows(watch.at(noon + minuteMs));
    expect(watch.told).toEqual([]);
    await requests(1, noon, 900);
    for (const minute of [2, 3]) await evaluateWindows(watch.at(noon + minute * minuteMs));
    expect(watch.told).toHaveLength(1);
    await requests(40, noon + 30 * minuteMs, 50);
    for (const minute of [31, 32]) await evaluateWindows(watch.at(noon + minute * minuteMs));
    expect(watch.told.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^p95 of \/checkout is 9\d\d ms, above 500 ms$/),
      "p95 of /checkout recovered: below 500 ms",
    ]);
  });

  test("an interrupted evaluation sends nothing, and the next one notifies once", async () => {
    const watch = await newWatch();
    const rule = await makeRule(watch, { kind: "issue-new" });
    await makeRule(watch, { kind: "issue-new" }, { since: noon + 2 * minuteMs });
    await digest(watch, run("new", 1, noon));
    const parts = watch.at(noon + minuteMs);
    const crash = async () => Promise.reject(new Error("The power went."));
    const cut = {
      ...parts,
      store: { ...parts.store, alerts: { ...parts.store.alerts, record: crash } },
    };
    await expect(followLogs(cut).follow()).rejects.toThrow("power");
    const store = await bench.another();
    const again = watching(store, watch.project);
    for (let times = 0; times < 3; times++) await followLogs(again.at(noon + minuteMs)).follow();
    expect(again.told.map(({ subject }) => subject)).toEqual(["New issue SHOP-1: Error: new"]);
    expect(await store.alerts.find(watch.project.id, rule.id)).toMatchObject({
      lastFiredAt: noon + minuteMs,
    });
  });

  test("alerts undeliverable for more than a day are dropped", async () => {
    const watch = await newWatch();
    await makeRule(watch, { kind: "issue-new" });
    await makeRule(watch, { kind: "release" });
    await digest(watch, run("old", 1, noon, { release: "shop@1" }));
    await followLogs(watch.at(noon + dayMs + hourMs)).follow();
    await followLogs(watch.at(noon + dayMs + hourMs)).follow();
    expect(watch.told).toEqual([]);
  });
}
