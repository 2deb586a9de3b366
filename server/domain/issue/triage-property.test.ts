import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import { type Circumstances, decideAct, type TriageAct } from "./act.ts";
import type { Issue } from "./issue.ts";
import type { IgnoreUntil } from "./state.ts";
import {
  newForMs,
  onEvent,
  onRate,
  onTime,
  resolveInactive,
  type Transition,
  undo,
} from "./triage.ts";

type Step =
  | { step: "act"; act: TriageAct; by: number }
  | { step: "event"; lateMs: number; release?: string; isNewUser: boolean }
  | { step: "time" }
  | { step: "rate"; events: number }
  | { step: "inactive"; days: number }
  | { step: "undo" };
type TimedStep = Step & { afterMs: number };

const releases = ["web@1.0.0", "web@1.1.0", "web@2.0.0"];
const release = fc.constantFrom(...releases);
const until = fc.oneof(
  fc.constantFrom<IgnoreUntil>({ kind: "forever" }, { kind: "escalates" }),
  fc.record({ kind: fc.constant("count" as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant("users" as const), users: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant("time" as const),
    at: fc.integer({ min: 1, max: 40 * 24 * hourMs }),
  }),
);
const act: fc.Arbitrary<TriageAct> = fc.oneof(
  fc.constantFrom<TriageAct>(
    { intent: "resolve" },
    { intent: "resolve-next" },
    { intent: "reopen" },
  ),
  fc.record({ intent: fc.constant("resolve-in" as const), release }),
  fc.record({ intent: fc.constant("ignore" as const), until }),
  fc.record({
    intent: fc.constant("assign" as const),
    to: fc.constantFrom(null, 1 as UserId, 2 as UserId),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant("act" as const), act, by: fc.constantFrom(1, 2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        step: fc.constant("event" as const),
        lateMs: fc.integer({ min: 0, max: 2 * hourMs }),
        release,
        isNewUser: fc.boolean(),
      },
      { requiredKeys: ["step", "lateMs", "isNewUser"] },
    ),
  },
  fc.constant<Step>({ step: "time" }),
  fc.record({ step: fc.constant("rate" as const), events: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ step: fc.constant("inactive" as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.constant<Step>({ step: "undo" }),
);
const steps: fc.Arbitrary<TimedStep[]> = fc.array(
  fc
    .tuple(step, fc.integer({ min: 0, max: 10 * 24 * hourMs }))
    .map(([each, afterMs]) => ({ ...each, afterMs })),
  { maxLength: 40 },
);

const fresh: Issue = {
  id: 7 as IssueId,
  projectId: 1 as ProjectId,
  number: 1,
  shortId: "SHOP-1",
  type: "TypeError",
  value: "x",
  culprit: "",
  level: "error",
  platform: "node",
  unhandled: true,
  count: 1,
  userCount: 0,
  state: { state: "open", substate: "new" },
  firstSeen: 0,
  lastSeen: 0,
};

/** Invalid states of an issue at that time. */
function illegal(issue: Issue, now: number): string | undefined {
  const { state } = issue;
  if (state.state !== "open" && state.at > now) return "it was resolved or ignored in the future";
  if (
    state.state === "ignored" &&
    state.until.kind === "count" &&
    state.until.count <= issue.count - 1
  )
    return "it slept through the count that was to wake it";
  if (
    state.state === "ignored" &&
    state.until.kind === "users" &&
    state.until.users <= issue.userCount - 1
  )
    return "it slept through the people who were to wake it";
  return issue.count < 1 || issue.lastSeen < issue.firstSeen ? "it was never seen" : undefined;
}

/** A simulation around the pure functions: digest, clock, and store. */
class World {
  issue = fresh;
  now = 0;
  last?: { before: Issue; transition: Transition };

  take(each: TimedStep): Transition | undefined {
    this.now += each.afterMs;
    if (each.step === "event") this.count(each.isNewUser, each.release);
    const before = this.issue;
    const transition = this.decide(each);
    if (!transition) return undefined;
    const { assignee } = transition;
    this.issue = {
      ...this.issue,
      state: transition.state,
      ...(assignee !== undefined && {
        assignee: assignee === null ? undefined : { id: assignee, name: "" },
      }),
    };
    this.last = each.step === "act" ? { before, transition } : undefined;
    return transition;
  }

  circumstances(by: number): Circumstances {
    return { at: this.now, by: { kind: "user", id: by as UserId }, releases };
  }

  private count(isNewUser: boolean, seenIn: string | undefined): void {
    const { issue } = this;
    const userCount = issue.userCount + (isNewUser ? 1 : 0);
    this.issue = {
      ...issue,
      count: issue.count + 1,
      userCount,
      lastSeen: this.now,
      ...(seenIn && { lastRelease: seenIn }),
    };
  }

  private decide(each: TimedStep): Transition | undefined {
    const { issue, now } = this;
    if (each.step === "act")
      return decideAct(issue, shifted(each.act, now), this.circumstances(each.by));
    if (each.step === "event")
      return onEvent(issue, {
        eventId: "e",
        receivedAt: now,
        timestamp: now - each.lateMs,
        release: each.release,
      });
    if (each.step === "time") return onTime(issue, now);
    if (each.step === "rate") return onRate(issue, [0, 0, each.events], now);
    if (each.step === "inactive") return resolveInactive(issue, each.days, now);
    return (
      this.last &&
      undo(
        issue,
        undone(this.last.transition),
        beforeOf(this.last.before),
        now,
        this.circumstances(1).by,
      )
    );
  }
}

const shifted = (each: TriageAct, now: number): TriageAct =>
  each.intent === "ignore" && each.until.kind === "time"
    ? { intent: "ignore", until: { kind: "time", at: now + each.until.at } }
    : each;

const beforeOf = ({ state, assignee }: Issue) => ({
  state,
  ...(assignee && { assignee: assignee.id }),
});

function undone({ activity: { what } }: Transition) {
  const known = ["resolved", "ignored", "reopened", "assigned"] as const;
  return known.find((kind) => kind === what.kind)!;
}

test("no sequence of steps leads to an invalid or unreported state", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const world = new World();
      for (const each of sequence) {
        const before = world.issue;
        const transition = world.take(each);
        expect(illegal(world.issue, world.now)).toBeUndefined();
        if (!transition)
          expect([world.issue.state, world.issue.assignee]).toEqual([
            before.state,
            before.assignee,
          ]);
        else expect(transition.activity).toMatchObject({ issueId: fresh.id, at: world.now });
      }
    }),
    { numRuns: 500 },
  );
});

test("a repeated action changes nothing, and its undo restores the state", () => {
  fc.assert(
    fc.property(steps, act, (sequence, said) => {
      const world = new World();
      for (const each of sequence) world.take(each);
      // Undo restores what the state would be now, so the expected state uses the same clock.
      world.take({ step: "time", afterMs: 0 });
      const before = world.issue;
      const taken = world.take({ step: "act", act: said, by: 1, afterMs: 0 });
      // An ignore period's end is absolute: repeating it changes nothing, because no time has
      // passed.
      expect(world.take({ step: "act", act: said, by: 2, afterMs: 0 })).toBeUndefined();
      if (!taken) return;
      world.take({ step: "undo", afterMs: 0 });
      expect([world.issue.state, world.issue.assignee?.id]).toEqual([
        before.state,
        before.assignee?.id,
      ]);
    }),
    { numRuns: 500 },
  );
});

test("a resolved issue regresses only by a later event; assigning changes no state", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const world = new World();
      for (const each of sequence) {
        const { state } = world.issue;
        const transition = world.take(each);
        const assigns = transition?.activity.what.kind === "assigned";
        if (assigns) expect(world.issue.state).toEqual(state);
        if (state.state !== "resolved" || each.step !== "event") continue;
        const happenedAt = world.now - each.lateMs;
        if (transition) expect(world.issue.state).toEqual({ state: "open", substate: "regressed" });
        if (state.in.kind === "now") expect(transition !== undefined).toBe(happenedAt > state.at);
        if (state.in.kind !== "now" && each.release === undefined)
          expect(transition).toBeUndefined();
      }
    }),
    { numRuns: 500 },
  );
});

test("an issue stays new for at most seven days", () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const world = new World();
      for (const each of sequence) world.take(each);
      world.take({ step: "time", afterMs: newForMs });
      expect(world.issue.state).not.toEqual({ state: "open", substate: "new" });
    }),
    { numRuns: 200 },
  );
});
