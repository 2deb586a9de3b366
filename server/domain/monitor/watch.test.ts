import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import type { MonitorId, ProjectId } from "#server/domain/ids.ts";
import type { CheckIn, CheckInReport, NewCheckIn } from "./check-in.ts";
import type { MonitorIncident } from "./incident.ts";
import { deadlineOf, type Monitor, type MonitorEnvironment, monitorDefaults } from "./monitor.ts";
import { takeReport } from "./take-report.ts";
import { type Gap, gapBefore, passSlots, passTimeout, type Watch } from "./watch.ts";

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

const hourly: Monitor = {
  ...monitorDefaults,
  id: 1 as MonitorId,
  projectId: 1 as ProjectId,
  slug: "job",
  name: "Job",
  createdAt: start,
  schedule: { kind: "crontab", expression: "0 * * * *" },
  marginMinutes: 5,
};

/** A simulated monitor: storage, digest, and clock around the pure functions. */
class World {
  monitor: Monitor;
  environment: MonitorEnvironment | undefined;
  rows: CheckIn[] = [];
  told: Pick<MonitorIncident, "at" | "what">[] = [];
  watch: Watch | undefined = { until: start };
  private readonly timeouts = new Map<number, number | undefined>();
  constructor(monitor: Partial<Monitor> = {}) {
    this.monitor = { ...hourly, ...monitor };
  }

  report(minutes: number, status: CheckInReport["status"], checkInId?: string): boolean {
    this.look(minutes);
    const at = start + minutes * minute;
    const run = this.rows.findLast((row) =>
      checkInId === undefined
        ? row.status === "in_progress" && status !== "in_progress"
        : row.checkInId === checkInId,
    );
    const { monitor, environment } = this;
    const report = {
      slug: "job",
      status,
      environment: "production",
      ...(checkInId !== undefined && { checkInId }),
    };
    const taken = takeReport(report, at, {
      monitor,
      ...(environment && { environment }),
      ...(run && { run }),
    });
    if (!taken) return false;
    this.environment = taken.environment;
    if ("id" in taken.checkIn)
      this.rows = this.rows.map((row) => (row.id === run!.id ? (taken.checkIn as CheckIn) : row));
    else this.add(taken.checkIn, taken.timeoutAt);
    if (taken.tell) this.told.push({ at, what: taken.tell });
    return true;
  }

  /** The scheduler has run every minute until then; or it was down, and now runs again. */
  look(minutes: number, hasJustBegun = false): void {
    const now = start + minutes * minute;
    if (!hasJustBegun)
      while (this.watch!.until + minute < now) this.tick(this.watch!.until + minute, false);
    this.tick(now, hasJustBegun);
  }

  private tick(now: number, hasJustBegun: boolean): void {
    const gap = gapBefore(this.watch, now, hasJustBegun) ?? this.watch?.gap;
    if (gap?.to === now)
      this.rows = this.rows.map((row) => ({ ...row, unsure: row.status === "in_progress" }));
    this.pass(now, gap);
    this.watch = { until: now, ...(gap && { gap }) };
  }

  private pass(now: number, gap: Gap | undefined): void {
    if (!this.environment) return;
    for (const row of this.rows.filter(({ status }) => status === "in_progress")) {
      if ((this.timeouts.get(row.id) ?? Infinity) > now) continue;
      const over = passTimeout(this.monitor, this.environment, row);
      this.environment = over.environment;
      this.rows = this.rows.map((each) => (each.id === row.id ? over.run : each));
      this.told.push(...over.told);
    }
    const look = passSlots(this.monitor, this.environment, now, gap);
    this.environment = look.environment;
    look.passed.forEach((row) => this.add(row));
    this.told.push(...look.told);
  }

  private add(row: NewCheckIn, timeoutAt?: number): void {
    this.timeouts.set(this.rows.length, timeoutAt);
    this.rows.push({ ...row, id: this.rows.length });
  }

  get statuses() {
    return this.rows.map(({ status }) => status);
  }
  get words() {
    return this.told.map(({ what }) => what);
  }
}

test("no check-in is expected before the first one", () => {
  const world = new World();
  world.look(1_000);
  expect(world.rows).toEqual([]);
});

test("a slot is missed once after its grace period", () => {
  const world = new World({ recoveryThreshold: 2 });
  world.report(0, "ok");
  world.look(64.9);
  expect(world.statuses).toEqual(["ok"]);
  world.look(67);
  expect(world.statuses).toEqual(["ok", "missed"]);
  world.report(80, "ok");
  expect(world.rows[2]).toMatchObject({ status: "ok", expectedAt: start + 60 * minute });
  world.report(120, "ok");
  expect(world.words).toEqual(["missed", "late", "recovered"]);
});

test("a run a few seconds early fills its slot", () => {
  const world = new World();
  world.report(0, "ok");
  world.report(59.8, "ok");
  world.look(66);
  expect(world.statuses).toEqual(["ok", "ok"]);
});

test("a run ends once, for any repetition and order", () => {
  const world = new World();
  expect(world.report(0, "in_progress", "a")).toBe(true);
  expect(world.report(1, "in_progress", "a")).toBe(false);
  expect(world.report(2, "error", "a")).toBe(true);
  expect(world.report(2, "error", "a")).toBe(false);
  expect(world.report(3, "ok", "b")).toBe(true);
  expect(world.report(3, "in_progress", "b")).toBe(false);
  expect(world.statuses).toEqual(["error", "ok"]);
  expect(world.rows[0]).toMatchObject({ durationMs: 2 * minute });
  expect(world.words).toEqual(["failed", "recovered"]);
});

test("a run without an ID continues the newest, and overlong ones time out", () => {
  const world = new World();
  world.report(0, "in_progress");
  world.report(1, "in_progress");
  world.report(3, "ok");
  expect(world.statuses).toEqual(["in_progress", "ok"]);
  world.look(29.9);
  expect(world.words).toEqual([]);
  world.look(30);
  expect([world.statuses, world.words]).toEqual([["timeout", "ok"], ["failed"]]);
});

test("slots without a running server are unknown, reported once, and no failure", () => {
  const world = new World();
  world.report(0, "ok");
  world.report(1, "in_progress", "a");
  world.look(2);
  world.look(24 * 60 + 2, true);
  expect(world.rows.map(({ status, slots }) => [status, slots])).toEqual([
    ["ok", 1],
    ["unknown", 1],
    ["unknown", 23],
  ]);
  expect(world.words).toEqual([]);
  // The slot at the end of the gap: its check-in may have been lost, because its grace period was
  // not over.
  world.look(24 * 60 + 5);
  expect(world.statuses).toEqual(["ok", "unknown", "unknown", "unknown"]);
  // The end of the run arrived late, and is known now.
  world.report(24 * 60 + 6, "ok", "a");
  expect(world.statuses[1]).toBe("ok");
  world.look(24 * 60 + 65);
  expect(world.words).toEqual(["missed"]);
});

test("a clock set back changes nothing, and gaps count 100 slots at most", () => {
  const world = new World();
  world.report(0, "ok");
  world.look(2);
  world.look(-600);
  expect(world.statuses).toEqual(["ok"]);
  world.look(30 * 24 * 60, true);
  expect(world.rows.map(({ slots }) => slots)).toEqual([1, 100]);
  expect(world.environment!.expectedAt).toBe(start + (30 * 24 * 60 + 60) * minute);
});

test("while muted nothing is sent; a continuing failure notifies at its next check-in", () => {
  const world = new World({ mutedUntil: start + 90 * minute });
  world.report(0, "error");
  world.report(100, "error");
  world.report(101, "error");
  world.report(102, "ok");
  expect(world.words).toEqual(["failed", "recovered"]);
});

test("while paused, check-ins are stored, none is expected, and nothing is sent", () => {
  const world = new World({ pausedAt: start });
  world.report(0, "error");
  world.report(1, "in_progress");
  world.look(10_000);
  expect(world.statuses).toEqual(["error", "in_progress"]);
  expect([world.words, world.environment!.expectedAt]).toEqual([[], undefined]);
});

test("each slot passes once, notifications alternate, and thresholds hold for any input", () => {
  const act = record({
    afterMinutes: integer({ min: 0, max: 90 }),
    what: constantFrom("ok", "error", "in_progress", "look", "restart"),
    id: constantFrom(undefined, "a", "b", "c"),
  });
  const monitors = record({
    failureThreshold: integer({ min: 1, max: 3 }),
    recoveryThreshold: integer({ min: 1, max: 3 }),
    marginMinutes: integer({ min: 0, max: 90 }),
    schedule: constantFrom<Monitor["schedule"]>(
      { kind: "crontab", expression: "*/20 * * * *" },
      { kind: "interval", every: 45, unit: "minute" },
    ),
  });
  assert(
    property(monitors, array(act, { maxLength: 40 }), (monitor, acts) => {
      const world = new World(monitor);
      let minutes = 0;
      for (const { afterMinutes, what, id } of acts) {
        minutes += afterMinutes;
        if (what === "look" || what === "restart") world.look(minutes, what === "restart");
        else world.report(minutes, what, id);
        check(world, start + minutes * minute, what === "look" || what === "restart");
      }
    }),
  );
});

function check({ monitor, environment, rows, words }: World, now: number, looked: boolean): void {
  const passed = rows.filter(({ status, slots }) => status === "missed" || slots > 1);
  const missed = rows.filter(({ status }) => status === "missed").map(({ at }) => at);
  expect(new Set(missed).size).toBe(missed.length);
  expect(passed.every(({ expectedAt, at }) => (expectedAt ?? at) <= now)).toBe(true);
  if (looked && environment?.expectedAt !== undefined)
    expect(deadlineOf(monitor, environment.expectedAt)).toBeGreaterThan(now);
  // A recovery is reported only after its failure, and no failure twice.
  const turns = words.filter((what) => what !== "late");
  expect(turns.every((what, index) => (what === "recovered") === (index % 2 === 1))).toBe(true);
  const health = environment?.health;
  if (health?.kind === "well") expect(health.failures).toBeLessThan(monitor.failureThreshold);
  if (health?.kind === "failing") expect(health.oks).toBeLessThan(monitor.recoveryThreshold);
}
