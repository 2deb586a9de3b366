import { expect, test } from "vitest";
import { chooseStep, stepMs } from "#server/domain/rollup/choose-step.ts";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import { bucketStart } from "#server/domain/rollup/tier.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import { readTraffic } from "./read-traffic.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** One request every five minutes. */
const store: Parameters<typeof readTraffic>[0] = {
  rollups: {
    totalSeries: async ({ since, until }, step) => {
      const from = bucketStart(step.unit, since);
      const length = Math.ceil((until - from) / stepMs(step));
      return Array.from({ length }, (_, index) => {
        const at = from + index * stepMs(step);
        const rollup = emptyRollup();
        const end = Math.min(at + stepMs(step), until);
        for (let each = at; each < end; each += 5 * minuteMs) rollup.durations.add(100);
        return { at, rollup };
      });
    },
  } as Store["rollups"],
  releases: { healthSeries: async () => [] } as unknown as Store["releases"],
  traffic: {
    busyIssues: async () => [],
    affectedUsers: async () => ({ users: 0, isAll: true, steps: [] }),
  } as unknown as Store["traffic"],
};

const midnight = Date.UTC(2026, 10, 20);

test.each([
  { range: "24 hours", lengthMs: dayMs, steps: 24 },
  { range: "6 hours", lengthMs: 6 * hourMs, steps: 24 },
])("the previous period is as long at any minute: $range", async ({ lengthMs, steps }) => {
  for (let minute = 0; minute < 125; minute++) {
    const now = midnight + 3 * hourMs + minute * minuteMs;
    const since = bucketStart("5-minutes", now - lengthMs);
    const window = { since, until: now };
    const before = { since: since - lengthMs, until: since };
    const traffic = await readTraffic(
      store,
      { projectId: 1 as ProjectId },
      { window, unit: "5-minutes", before },
    );
    const { now: count, before: countBefore } = traffic.stats.requests!;
    expect(countBefore, `at minute ${minute}`).toBe(lengthMs / (5 * minuteMs));
    expect([0, 1]).toContain(count - countBefore!);
    expect(traffic.stepMs).toBe(stepMs(chooseStep({ ...window, unit: "5-minutes" }, 32)));
    expect([steps, steps + 1]).toContain(traffic.steps.length);
    const whole = traffic.steps.slice(0, -1);
    expect(whole.every((step) => step.countBefore === step.count)).toBe(true);
  }
});
