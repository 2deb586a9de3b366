import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";
import { createReadTraffic } from "./read-traffic.ts";

type Asked = { projectId: number; since: number; until: number };

test("counts the sessions of whole hours in one step", async () => {
  const asked: (Asked & { stepMs: number })[] = [];
  const read = createReadTraffic({
    rollups: { operations: async () => [], counts: async () => [] },
    releases: {
      healthSeries: async ({ projectId, since, until }: Asked, stepMs: number) => {
        asked.push({ projectId, since, until, stepMs });
        return projectId === 1 ? [{ at: since, sessions: 90, crashed: 3, ofAll: 90 }] : [];
      },
    },
  } as unknown as Store);
  const until = 100 * hourMs + 5;
  const read24 = await read([1, 2] as ProjectId[], { since: until - 24 * hourMs, until });
  expect(read24.map(({ sessions }) => sessions)).toEqual([
    { all: 90, crashed: 3 },
    { all: 0, crashed: 0 },
  ]);
  const since = 77 * hourMs;
  expect(asked[0]).toEqual({ projectId: 1, since, until, stepMs: until - since });
});
