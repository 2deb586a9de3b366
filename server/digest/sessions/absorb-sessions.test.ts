import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import type { KnownSession, SessionUpdate } from "#server/domain/release/session.ts";
import { sessionKey } from "#server/storage/digest/digest-store.ts";
import { absorbSessions, type DigestSession } from "./absorb-sessions.ts";
import { createRecentSessions } from "./recent-sessions.ts";
import { sessionsKnown } from "./shared-sessions.ts";

const projectId = 1 as ProjectId;
const noon = Date.UTC(2026, 10, 21, 12);
const calm = { crashed: false, errored: false, abnormal: false };
const crashed = { crashed: true, errored: true, abnormal: false };
let revisions = 0;

function update(changes: Partial<SessionUpdate> = {}): DigestSession {
  const revision = String(revisions++);
  const report = {
    kind: "update" as const,
    sid: "a",
    revision,
    isFirst: false,
    marks: calm,
    user: "ida",
  };
  return {
    projectId,
    receivedAt: noon,
    report: { ...report, release: "web@1", environment: "", startedAt: noon, ...changes },
  };
}

function place(startedAt = noon - hourMs, max = 100) {
  const recent = createRecentSessions(startedAt, max);
  /** One batch each, committed. */
  const absorb = (...arrivals: DigestSession[]) => {
    const { sessions, outcomes, remember } = absorbSessions(arrivals, recent);
    remember();
    const sum = (count: "sessions" | "crashed" | "errored") =>
      sessions.reduce((all, each) => all + each[count], 0);
    const counts = { sessions: sum("sessions"), crashed: sum("crashed"), errored: sum("errored") };
    return { ...counts, outcomes: outcomes.map(({ outcome }) => outcome), changes: sessions };
  };
  return { absorb, recent };
}

test("a session counts once and crashes once, whatever follows", () => {
  const { absorb } = place();
  expect(absorb(update({ isFirst: true }))).toMatchObject({ sessions: 1, crashed: 0 });
  const crash = update({ marks: crashed });
  expect(absorb(crash)).toMatchObject({ sessions: 0, crashed: 1, errored: 1, outcomes: ["kept"] });
  expect(absorb(crash)).toMatchObject({
    sessions: 0,
    crashed: 0,
    errored: 0,
    outcomes: ["duplicate"],
  });
  expect(absorb(update(), update({ marks: crashed }))).toMatchObject({
    sessions: 0,
    crashed: 0,
    errored: 0,
  });
});

test("order within one batch does not matter", () => {
  const arrivals = [
    update({ marks: crashed }),
    update({ isFirst: true }),
    update({ marks: { ...calm, errored: true } }),
  ];
  const { changes, ...counts } = place().absorb(...arrivals);
  expect(counts).toMatchObject({
    sessions: 1,
    crashed: 1,
    errored: 1,
    outcomes: ["kept", "kept", "kept"],
  });
  expect(changes).toHaveLength(1);
  expect(changes[0]!.users).toContainEqual({ hash: "ida", crashed: true });
});

test("a session counts in the hour of its first reported start", () => {
  const { absorb } = place();
  absorb(update({ isFirst: true }));
  const [change] = absorb(update({ marks: crashed, startedAt: noon - 1 })).changes;
  expect(change).toMatchObject({ hour: noon, sessions: 0, crashed: 1 });
});

test("of sessions older than the memory, only later failures count", () => {
  const { absorb } = place(noon + 1);
  expect(absorb(update({ marks: crashed }))).toMatchObject({ sessions: 0, crashed: 1 });
  expect(absorb(update({ isFirst: true })), "its first update comes last").toMatchObject({
    sessions: 1,
    crashed: 0,
  });
  expect(absorb(update({ isFirst: true }))).toMatchObject({ sessions: 0 });
  expect(absorb(update({ sid: "c", startedAt: noon + 2 }))).toMatchObject({ sessions: 1 });
});

test("forgotten sessions do not count again", () => {
  const { absorb } = place(noon - hourMs, 2);
  for (const sid of ["a", "b", "c"]) absorb(update({ sid, isFirst: true }));
  expect(absorb(update({ sid: "a" }))).toMatchObject({ sessions: 0 });
  expect(absorb(update({ sid: "late", startedAt: noon + 1 }))).toMatchObject({ sessions: 1 });
});

test("an uncommitted batch is not remembered", () => {
  const { recent } = place();
  const first = [update({ isFirst: true })];
  expect(absorbSessions(first, recent).sessions[0]!.sessions).toBe(1);
  expect(absorbSessions(first, recent).sessions[0]!.sessions).toBe(1);
});

test("projects, releases, and hours are separate", () => {
  const elsewhere = { ...update({ isFirst: true }), projectId: 2 as ProjectId };
  const arrivals = [
    update({ isFirst: true }),
    elsewhere,
    update({ sid: "b", isFirst: true, release: "web@2" }),
  ];
  expect(
    place()
      .absorb(...arrivals)
      .changes.map(({ sessions }) => sessions),
  ).toEqual([1, 1, 1]);
});

test("aggregates add up", () => {
  const counts = { sessions: 10, crashed: 1, errored: 3, abnormal: 0 };
  const tally = {
    kind: "tally" as const,
    counts,
    release: "web@1",
    environment: "",
    startedAt: noon,
  };
  const arrival = { projectId, receivedAt: noon, report: tally };
  expect(place().absorb(arrival, arrival)).toMatchObject({ sessions: 20, crashed: 2, errored: 6 });
});

test("two processes that share sessions count each once", async () => {
  const table = new Map<string, KnownSession>();
  const sessionsHeard = async () => new Map(table);
  const processes = [createRecentSessions(noon), createRecentSessions(noon)];
  const absorb = async (at: 0 | 1, ...arrivals: DigestSession[]) => {
    const known = await sessionsKnown({ sessionsHeard }, arrivals, processes[at]!);
    const { sessions, heard, remember } = absorbSessions(arrivals, known);
    for (const each of heard) table.set(sessionKey(each), each.known);
    remember();
    const [counts] = sessions;
    return counts ? [counts.sessions, counts.crashed, counts.errored] : [0, 0, 0];
  };
  expect(await absorb(0, update({ isFirst: true }))).toEqual([1, 0, 0]);
  const failed = update({ marks: { ...calm, errored: true } });
  expect(await absorb(1, failed)).toEqual([0, 0, 1]);
  expect(await absorb(0, failed), "sent to the other once more").toEqual([0, 0, 0]);
  expect(await absorb(0, update({ marks: crashed }))).toEqual([0, 1, 0]);
  expect(
    await absorb(1, update({ sid: "b", marks: crashed }), update({ sid: "b", isFirst: true })),
  ).toEqual([1, 1, 1]);
  expect(
    await absorb(0, update({ sid: "c", startedAt: noon - 2 * dayMs })),
    "older than is known",
  ).toEqual([0, 0, 0]);
});
