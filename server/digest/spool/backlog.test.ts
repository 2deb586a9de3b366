import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { createBacklog } from "./backlog.ts";

const project = 7 as ProjectId;

test("reports the age of the oldest record while storage is down, and refuses no request", () => {
  let at = 0;
  const backlog = createBacklog({ bounds: { oldestMs: 60_000, bytes: 1_000 }, elapsed: () => at });
  backlog.add(project, 10);
  backlog.stall(true);
  at = 3_600_000;
  expect(backlog.figures(0)).toMatchObject({ oldestMs: 3_600_000, full: false });
  expect(backlog.admission(project, 0).admission).toBe("accept");
  backlog.stall(false);
  at += 5_000;
  expect(backlog.figures(0), "what waited for storage has not waited its turn").toMatchObject({
    oldestMs: 3_605_000,
    full: false,
  });
});

test("limits waiting records by bytes while storage is down", () => {
  const backlog = createBacklog({ bounds: { oldestMs: 60_000, bytes: 1_000 }, elapsed: () => 0 });
  backlog.stall(true);
  backlog.add(project, 1_001);
  expect(backlog.figures(0).full).toBe(true);
  expect(backlog.admission(project, 0).admission).not.toBe("accept");
});
