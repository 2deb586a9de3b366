import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import { createLiveHub } from "./hub.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const projectId = 7 as ProjectId;
const mira = 1 as UserId;

/** A growing log that counts its reads. */
function fixture() {
  const log: LoggedActivity[] = [];
  const looks = { newest: 0, slices: 0 };
  const away = new Set<ProjectId>();
  const issues = {
    newestActivity: async () => ((looks.newest += 1), log.length),
    activityAfter: async (after: number, limit: number, of?: ProjectId[]) => {
      looks.slices += 1;
      if (away.size > 0 && (!of || of.some((id) => away.has(id))))
        throw Object.assign(new Error("A node is away."), { code: "database-node-away" });
      return log.filter(({ id }) => id > after).slice(0, limit);
    },
    find: async () => undefined,
  } as unknown as Store["issues"];
  const failures: unknown[] = [];
  const people = { byId: async () => undefined } as unknown as Store["people"];
  const projects = { away: async () => away };
  const hub = createLiveHub({ issues, people, projects, log: (...words) => failures.push(words) });
  const happen = (project: number, by?: UserId) => {
    const what = { kind: "first-seen" } as const;
    const actor =
      by === undefined ? ({ kind: "system" } as const) : ({ kind: "user", id: by } as const);
    const id = log.length + 1;
    log.push({
      id,
      projectId: project as ProjectId,
      issueId: id as IssueId,
      at: 0,
      by: actor,
      what,
    });
  };
  const join = (
    rest: { projectId?: ProjectId; after?: number; mayStillListen?: () => Promise<boolean> } = {},
  ) => {
    const told: string[] = [];
    const state = { ended: false };
    const leave = hub.add({
      projectId,
      userId: mira,
      after: log.length,
      mayStillListen: async () => true,
      tell: (message) => told.push(message),
      end: () => (state.ended = true),
      ...rest,
    });
    return { told, state, leave };
  };
  return { hub, looks, away, happen, join, failures };
}

test("one query per second serves all, and none without subscribers", async () => {
  const { looks, join } = fixture();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks.newest).toBe(0);
  const leaves = Array.from({ length: 50 }, () => join().leave);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toEqual({ newest: 5, slices: 0 });
  for (const leave of leaves) leave();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks.newest).toBe(5);
  join();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks.newest).toBe(7);
});

test("each subscriber gets changes by others in its project once", async () => {
  const { happen, join } = fixture();
  happen(7);
  const late = join();
  const early = join({ after: 0 });
  const elsewhere = join({ projectId: 8 as ProjectId });
  happen(7);
  happen(7, mira);
  happen(8);
  await vi.advanceTimersByTimeAsync(3_000);
  const idsOf = (told: string[]) => told.map((message) => Number(/^id: (\d+)/.exec(message)?.[1]));
  expect([late, early, elsewhere].map(({ told }) => idsOf(told))).toEqual([[2], [1, 2], [4]]);
});

test("a project whose cluster node is away delays only its own subscribers", async () => {
  const { away, happen, join, failures } = fixture();
  const [here, there] = [join(), join({ projectId: 8 as ProjectId })];
  away.add(8 as ProjectId);
  for (const project of [8, 7]) happen(project);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([here.told.length, there.told.length]).toEqual([1, 0]);
  away.clear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([here.told.length, there.told.length]).toEqual([1, 1]);
  expect(failures).toEqual([]);
});

test("a quiet project does not reread others' log entries, and reads are bounded", async () => {
  const { happen, join, looks } = fixture();
  const { told } = join();
  for (let slice = 0; slice < 5; slice++) {
    for (let each = 0; each < 600; each++) happen(8);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(told).toEqual([]);
  expect(looks.slices).toBe(10);
});

test("a subscriber that missed much gets one message", async () => {
  const { happen, join } = fixture();
  for (let each = 0; each < 2_500; each++) happen(7);
  const { told } = join({ after: 0 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual(["id: 2500\nevent: missed\ndata: {}\n\n"]);
});

test("sends a heartbeat every twenty seconds and checks access every minute", async () => {
  const { join } = fixture();
  let may = true;
  const { told, state } = join({ mayStillListen: async () => may });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(told).toEqual([":\n\n", ":\n\n", ":\n\n"]);
  expect(state.ended).toBe(false);
  may = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.ended).toBe(true);
});
