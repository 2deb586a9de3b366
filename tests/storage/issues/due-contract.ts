import { expect, test } from "vitest";
import type { IssueState } from "#server/domain/issue/state.ts";
import { ageIssues } from "#server/jobs/age-issues.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { dayMs, digestSamples, newProject, noon, reread } from "#tests/storage/sample.ts";

/** Changes caused by time, found by storage and made by the job. */
export function dueContract(bench: Bench): void {
  test("issues stop being new after a week and wake on time; others stay", async () => {
    const project = await newProject(bench.store);
    const names = ["fresh", "old", "sleeping", "asleep for ever", "resolved"];
    const issues = await digestSamples(
      bench.store,
      project,
      names.map((issue) => ({ issue, name: issue, at: issue === "fresh" ? noon + dayMs : noon })),
    );
    const put = (name: string, state: IssueState) =>
      bench.store.issues.transition(project.id, [issues.get(name)!.id], (issue) => ({
        state,
        activity: {
          issueId: issue.id,
          at: noon,
          by: { kind: "system" },
          what: { kind: "reopened" },
        },
      }));
    await put("sleeping", {
      state: "ignored",
      at: noon,
      until: { kind: "time", at: noon + 7 * dayMs },
    });
    await put("asleep for ever", { state: "ignored", at: noon, until: { kind: "forever" } });
    await put("resolved", { state: "resolved", at: noon, in: { kind: "now" } });

    expect(await ageIssues(bench.store, noon + 7 * dayMs - 1)).toBe(0);
    expect(await ageIssues(bench.store, noon + 7 * dayMs)).toBe(2);
    expect(await ageIssues(bench.store, noon + 7 * dayMs)).toBe(0);
    const states = await Promise.all(
      names.map(async (name) => (await reread(bench.store, issues.get(name)!)).state),
    );
    expect(states.map((state) => ("substate" in state ? state.substate : state.state))).toEqual([
      "new",
      "ongoing",
      "ongoing",
      "ignored",
      "resolved",
    ]);
    const [woken] = await bench.store.issues.activity(project.id, issues.get("sleeping")!.id);
    expect(woken).toMatchObject({
      by: { kind: "system" },
      what: { kind: "woken", because: "time" },
    });
  });
}
