import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { DeletionStore } from "#server/storage/projects/project-store.ts";
import { deleteProjectsWith } from "./delete-projects.ts";

test("removes nothing before received data is stored, waiting for it once", async () => {
  const steps: string[] = [];
  const deletion = {
    projectId: 7 as ProjectId,
    slug: "shop",
    name: "Shop",
    startedAt: 0,
    done: 0,
    total: 9,
  };
  let time = 10_000;
  const deletions = {
    underWay: async () => [deletion],
    async advance() {
      steps.push("removed");
      // Longer than a batch may take.
      time += 200;
      return deletion;
    },
  } as Partial<DeletionStore> as DeletionStore;
  const caughtUp = async () => void steps.push("stored");
  const turn = deleteProjectsWith({ store: { deletions }, now: () => time, caughtUp });
  await turn();
  await turn();
  expect(steps).toEqual(["stored", "removed", "removed"]);
});
