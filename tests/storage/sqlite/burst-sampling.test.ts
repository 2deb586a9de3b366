import { expect, test } from "vitest";
import { absorb, type Batch } from "#server/digest/absorb.ts";
import { createBurstSampling } from "#server/digest/intake/burst-sampling.ts";
import { createRecentFailures } from "#server/digest/events/recent-failures.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import { createKnownNames } from "#server/digest/names/known-names.ts";
import { createRecentSessions } from "#server/digest/sessions/recent-sessions.ts";
import { createRecentSpans } from "#server/digest/traces/recent-spans.ts";
import { createSampleMemory } from "#server/digest/traces/sample-memory.ts";
import { emptyUnderstanding } from "#server/digest/understanding.ts";
import { limitsWith } from "#server/domain/cardinality/limits.ts";
import { keptWholePerMinute } from "#server/domain/issue/thinning.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import { bodyOf, eventIdOf, hashOf, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const body = Buffer.from(bodyOf("one of many"));

function eventOf(projectId: ProjectId, name: string, more: Partial<DigestEvent> = {}): DigestEvent {
  return {
    projectId,
    eventId: eventIdOf(name),
    receivedAt: noon,
    timestamp: noon,
    level: "error",
    platform: "node",
    at: more.receivedAt ?? noon,
    type: "Error",
    value: "a crowd",
    culprit: "",
    unhandled: false,
    environment: "production",
    release: "1.0",

    user: "mira",
    traceId: undefined,
    spanId: undefined,
    tags: [["plan", "pro"]],
    richness: 1,
    hash: hashOf("crowd"),
    body,
    algorithm: "spoor:1" as DigestEvent["algorithm"],
    ...more,
  };
}

/** Absorbs batches one after another like the worker. */
function digesting(store: Store) {
  const reading = { sift: () => undefined, spanIds: () => [] };
  const memory = {
    spans: { recent: createRecentSpans(), samples: createSampleMemory(), reading },

    sessions: createRecentSessions(noon),
    bursts: createBurstSampling(),
    failures: createRecentFailures(),
    names: createKnownNames(limitsWith()),
  };
  let offset = 0;
  return async (events: DigestEvent[], more: Partial<Batch> = {}) => {
    const [from, cursor] = [
      { segment: 1, offset },
      { segment: 1, offset: (offset += 100) },
    ];
    await absorb(
      store,
      { ...emptyUnderstanding(), events, from, cursor, isLate: true, ...more },
      memory,
    );
  };
}

const burst = (projectId: ProjectId, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => eventOf(projectId, `${from + at}`));

test("burst sampling counts all events and keeps first, last, rare, and referenced ones", async () => {
  await withStore(await newFolder(), async (store) => {
    const { id } = await newProject(store);
    const digest = digesting(store);
    await digest(burst(id, 0, keptWholePerMinute));
    const rare = eventOf(id, "rare", { user: "a new one", tags: [["plan", "free"]] });
    const loved = eventOf(id, "loved");
    const ordinary = burst(id, 20_000, 21_000);
    await digest([...ordinary.slice(0, 500), rare, loved, ...ordinary.slice(500)], {
      feedback: [
        {
          projectId: id,
          feedbackId: eventIdOf("words"),
          receivedAt: noon,
          message: "!",
          aboutEvent: loved.eventId,
        },
      ],
    });

    const [issue] = [await store.issues.find(id, { number: 1 })];
    expect(issue).toMatchObject({ count: keptWholePerMinute + 1002, userCount: 2 });
    const thinned = await store.events.notKept(issue!);
    expect(thinned).toBeGreaterThan(490);
    expect(thinned).toBeLessThan(502);
    const plans = (await store.issues.tags(issue!.projectId, issue!.id, { values: 5 })).find(
      ({ key }) => key === "plan",
    )!.values;
    expect(plans.map(({ value, count }) => [value, count])).toEqual([
      ["pro", keptWholePerMinute + 1001],
      ["free", 1],
    ]);
    for (const each of [rare, loved, eventOf(id, "0"), ordinary.at(-1)!])
      expect(await store.events.find(id, each.eventId), each.eventId).toBeDefined();
    const outcomes = (await store.outcomes.read(id, 0)).filter(
      ({ category }) => category === "error",
    );
    expect(outcomes).toMatchObject([
      { outcome: "kept", quantity: keptWholePerMinute + 1002 },
      { outcome: "thinned", reason: "burst sampling", quantity: thinned },
    ]);

    // A dropped event sent again is not a new one.
    await digest(ordinary);
    const [after] = [await store.issues.find(id, { number: 1 })];
    expect(after!.count).toBe(issue!.count);
  });
});

test("without a backlog, everything is stored and nothing is reported missing", async () => {
  await withStore(await newFolder(), async (store) => {
    const { id } = await newProject(store);
    const digest = digesting(store);
    await digest(burst(id, 0, keptWholePerMinute + 300), { isLate: false });
    const [issue] = [await store.issues.find(id, { number: 1 })];
    expect(await store.events.notKept(issue!)).toBe(0);
    expect((await store.outcomes.read(id, 0)).map(({ outcome }) => outcome)).toEqual(["kept"]);
  });
});
