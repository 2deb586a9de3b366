import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { retain } from "#server/jobs/retain.ts";
import { limits } from "#tests/storage/projects/retention-contract.ts";
import { dayMs, digestSamples, eventIdOf, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";
import {
  digestTraces,
  termsOf,
  traceFilter,
  traceIdOf,
} from "#tests/storage/traces/trace-sample.ts";

const busy = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

test("a background search survives the deletion of a day and finds nothing of it", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const project = await newProject(store);
    const traces = Array.from({ length: 40 }, (_, n) => ({
      trace: `${n}`,
      at: noon - 9 * dayMs + n,
      attributes: [`order.id=${n}`],
    }));
    await digestTraces(store, project.id, traces);
    await digestSamples(store, project, [{ issue: "a", name: "now" }]);
    await withStore(folder, async (pages) => {
      // No index covers it, so spans must be read.
      const [term] = termsOf("order.id=none of these");
      const { filter } = traceFilter(project.id, {
        terms: [{ ...term!, test: "unindexed" as const }],
      });
      let dropping: Promise<void> | undefined;
      let asked = 0;
      const slow = () => {
        asked += 1;
        // Long enough to yield after each.
        busy(10);
        dropping ??= pages.retention.setLimits(limits).then(() => retain(store, () => noon));
        // Another read of the same thread opens the folder.
        void pages.events.find(project.id, eventIdOf("now"));
        return false;
      };
      const { rows } = await pages.traces.list({ ...filter, deadlineMs: 60_000, matches: slow });
      await dropping;
      expect(rows).toEqual([]);
      expect(asked).toBeGreaterThan(0);
      expect(
        readdirSync(join(folder, "telemetry")).filter((name) => name.endsWith(".db")),
      ).toHaveLength(1);
      expect(await pages.traces.find(project.id, traceIdOf("1"))).toBeUndefined();
      expect(await pages.events.find(project.id, eventIdOf("now"))).toBeDefined();
    });
  });
});
