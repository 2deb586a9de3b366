import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { condenseOutages } from "./outage-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = Object.assign(new Error("The database does not answer."), { code: "database-away" });

test("an hour of failing jobs logs one line per minute", async () => {
  const lines: unknown[][] = [];
  const log = condenseOutages((...line) => void lines.push(line));
  for (let second = 0; second < 3_600; second++) {
    for (let job = 0; job < 40; job++) log("error", `The job “${job}” failed.`, { error: away });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(lines).toHaveLength(60);
  expect(lines[0]![1]).toContain("2400 times");
  expect(lines[0]![2]).toMatchObject({ failures: { "The job “7” failed.": 60 } });
});

test("everything else is logged as it happens", () => {
  const lines: unknown[][] = [];
  const log = condenseOutages((...line) => void lines.push(line));
  log("info", "Spoor listens.");
  log("error", "The job failed.", { error: new Error("a bug") });
  log("error", "The disk is full.", {
    error: Object.assign(new Error("full"), { code: "ENOSPC" }),
  });
  expect(lines).toHaveLength(3);
});

test("logs nothing that another thread logs", async () => {
  const lines: unknown[][] = [];
  const log = condenseOutages(
    (...line) => void lines.push(line),
    () => true,
  );
  log("error", "A request failed.", { error: away });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(lines).toEqual([]);
});

test("a worker that is away for an hour logs one line per minute, whatever another thread logs", async () => {
  const lines: unknown[][] = [];
  const log = condenseOutages(
    (...line) => void lines.push(line),
    () => true,
  );
  const error = Object.assign(new Error("Node 3 does not respond."), {
    code: "database-node-away",
  });
  for (let second = 0; second < 3_600; second++) {
    for (let job = 0; job < 15; job++) log("error", `The job “${job}” failed.`, { error });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(lines).toHaveLength(60);
  expect(lines[0]![1]).toContain("A node of the database cluster did not respond 900 times");
});
