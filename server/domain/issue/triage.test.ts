import { describe, expect, test } from "vitest";
import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Issue } from "./issue.ts";
import type { Actor, IgnoreUntil, IssueState } from "./state.ts";
import { newerBy } from "#server/domain/release/order.ts";
import { ignore, onEvent, onTime, reopen, resolve, undo } from "./triage.ts";

const t0 = Date.UTC(2026, 10, 21);
const mira: Actor = { kind: "user", id: 1 as UserId };

function issueIn(state: IssueState, changes: Partial<Issue> = {}): Issue {
  return {
    id: 7 as IssueId,
    projectId: 1 as ProjectId,
    number: 1,
    shortId: "SHOP-1",
    type: "TypeError",
    value: "x is undefined",
    culprit: "",
    level: "error",
    platform: "node",
    state,
    count: 10,
    userCount: 3,
    firstSeen: t0,
    lastSeen: t0,
    unhandled: true,
    ...changes,
  };
}

const open = (substate: "new" | "ongoing" | "regressed"): IssueState => ({
  state: "open",
  substate,
});
const event = (timestamp: number, release?: string) => ({
  eventId: "e".repeat(32),
  receivedAt: timestamp + 1000,
  timestamp,
  ...(release ? { release } : {}),
});

describe("an event", () => {
  test("leaves a new issue new for seven days, then makes it ongoing", () => {
    expect(onEvent(issueIn(open("new")), event(t0 + 6 * dayMs))).toBeUndefined();
    const moved = onEvent(issueIn(open("new")), event(t0 + 7 * dayMs));
    expect(moved?.state).toEqual(open("ongoing"));
    expect(moved?.activity.what).toEqual({ kind: "ongoing" });
  });

  test("after the resolution regresses; a late one from before does not", () => {
    const resolved = issueIn({ state: "resolved", at: t0, in: { kind: "now" } });
    expect(onEvent(resolved, event(t0 - 1))).toBeUndefined();
    const moved = onEvent(resolved, event(t0 + 1, "web@2.0.0"));
    expect(moved?.state).toEqual(open("regressed"));
    expect(moved?.activity).toMatchObject({
      by: { kind: "system" },
      what: { kind: "regressed", eventId: "e".repeat(32), release: "web@2.0.0" },
    });
  });

  test("regresses a resolution in a release only from that release on", () => {
    const resolved = issueIn({
      state: "resolved",
      at: t0,
      in: { kind: "release", version: "web@2.0.0" },
    });
    expect(onEvent(resolved, event(t0 + dayMs, "web@1.9.0"))).toBeUndefined();
    expect(onEvent(resolved, event(t0 + dayMs))).toBeUndefined();
    expect(onEvent(resolved, event(t0 + dayMs, "web@2.0.0"))?.state).toEqual(open("regressed"));
    expect(onEvent(resolved, event(t0 + dayMs, "web@2.0.1"))?.state).toEqual(open("regressed"));
  });

  test("regresses a resolution in the next release only from a later one", () => {
    const resolved = issueIn({
      state: "resolved",
      at: t0,
      in: { kind: "next-release", after: "web@2.0.0" },
    });
    expect(onEvent(resolved, event(t0 + 1, "web@2.0.0"))).toBeUndefined();
    expect(onEvent(resolved, event(t0 + 1, "web@1.0.0"))).toBeUndefined();
    expect(onEvent(resolved, event(t0 + 1, "web@2.1.0"))?.state).toEqual(open("regressed"));
  });

  test("releases without version order are compared by first sight", () => {
    const isNewer = newerBy(
      (version) => ({ "1b77a90": t0, "9f2c1e4": t0 + 5, "4d2a": t0 - 5 })[version],
    );
    for (const resolution of [
      { kind: "release", version: "1b77a90" } as const,
      { kind: "next-release", after: "1b77a90" } as const,
    ]) {
      const resolved = issueIn({ state: "resolved", at: t0, in: resolution });
      expect(onEvent(resolved, event(t0 + dayMs, "4d2a"), isNewer)).toBeUndefined();
      expect(onEvent(resolved, event(t0 + dayMs, "9f2c1e4"), isNewer)?.state).toEqual(
        open("regressed"),
      );
    }
    const inUnseen = issueIn({ state: "resolved", at: t0, in: { kind: "release", version: "77" } });
    expect(onEvent(inUnseen, event(t0 + dayMs, "9f2c1e4"), isNewer)).toBeUndefined();
  });

  test.each([
    [{ kind: "forever" } as const, undefined],
    [{ kind: "count", count: 11 } as const, undefined],
    [{ kind: "count", count: 10 } as const, "count"],
    [{ kind: "users", users: 4 } as const, undefined],
    [{ kind: "users", users: 3 } as const, "users"],
    [{ kind: "time", at: t0 + dayMs } as const, undefined],
    [{ kind: "time", at: t0 } as const, "time"],
  ])("on an issue ignored until %j wakes it because of %s", (until, because) => {
    const moved = onEvent(issueIn({ state: "ignored", at: t0 - dayMs, until }), event(t0));
    if (because === undefined) expect(moved).toBeUndefined();
    else
      expect(moved).toMatchObject({
        state: open("ongoing"),
        activity: { what: { kind: "woken", because } },
      });
  });
});

test("time wakes only issues whose ignore period ended", () => {
  const sleeping = issueIn({ state: "ignored", at: t0, until: { kind: "time", at: t0 + 5 } });
  expect(onTime(sleeping, t0 + 4)).toBeUndefined();
  expect(onTime(sleeping, t0 + 5)?.state).toEqual(open("ongoing"));
  expect(
    onTime(issueIn({ state: "resolved", at: t0, in: { kind: "now" } }), t0 + 90 * dayMs),
  ).toBeUndefined();
});

describe("a member", () => {
  test("resolves once: repeating changes nothing", () => {
    const moved = resolve(issueIn(open("regressed")), { kind: "now" }, t0, mira);
    expect(moved?.state).toEqual({ state: "resolved", at: t0, in: { kind: "now" } });
    expect(moved?.activity.by).toEqual(mira);
    expect(resolve(issueIn(moved!.state), { kind: "now" }, t0 + 1, mira)).toBeUndefined();
  });

  test("reopens only resolved or ignored issues", () => {
    expect(reopen(issueIn(open("new")), t0, mira)).toBeUndefined();
    expect(
      reopen(issueIn({ state: "resolved", at: t0, in: { kind: "now" } }), t0, mira)?.state,
    ).toEqual(open("ongoing"));
    const ignored = ignore(issueIn(open("new")), { kind: "forever" }, t0, mira);
    expect(reopen(issueIn(ignored!.state), t0, mira)?.activity.what).toEqual({ kind: "reopened" });
  });

  test.each<[IgnoreUntil, boolean]>([
    [{ kind: "forever" }, true],
    [{ kind: "count", count: 11 }, true],
    [{ kind: "count", count: 10 }, false],
    [{ kind: "users", users: 4 }, true],
    [{ kind: "users", users: 3 }, false],
    [{ kind: "time", at: t0 + 1 }, true],
    [{ kind: "time", at: t0 }, false],
  ])(
    "undoes an action: an issue ignored until %j stays ignored or has woken",
    (until, sleepsOn) => {
      const state = { state: "ignored", at: t0 - dayMs, until } as const;
      const { state: restored, activity } = undo(
        issueIn(open("ongoing")),
        "reopened",
        { state },
        t0,
        mira,
      );
      expect(restored).toEqual(sleepsOn ? state : open("ongoing"));
      expect(activity.what).toEqual({ kind: "undone", act: "reopened" });
    },
  );
});
