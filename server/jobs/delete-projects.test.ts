import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { DeletionStore } from "#server/storage/projects/project-store.ts";
import { deleteProjectsWith } from "./delete-projects.ts";

const deletionOf = (id: number) => ({
  projectId: id as ProjectId,
  slug: "shop",
  name: "Shop",
  startedAt: 0,
  done: 0,
  total: 9,
});

test("removes nothing before received data is stored, waiting for it once", async () => {
  const steps: string[] = [];
  const deletion = deletionOf(7);
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
  const caughtUp = async () => (steps.push("stored"), new Set<ProjectId>());
  const turn = deleteProjectsWith({ store: { deletions }, now: () => time, caughtUp });
  await turn();
  await turn();
  expect(steps).toEqual(["stored", "removed", "removed"]);
});

test("passes over projects whose cluster node is away", async () => {
  const steps: number[] = [];
  const underWay = [7, 8, 9].map(deletionOf);
  const away = Object.assign(new Error("A node is away."), { code: "database-node-away" });
  const deletions = {
    underWay: async () => underWay,
    async advance(id: ProjectId) {
      steps.push(id);
      if (id === underWay[1]!.projectId) throw away;
      return { ...underWay[2]!, endedAt: 1 };
    },
  } as Partial<DeletionStore> as DeletionStore;
  // Requests of the first one wait for its node.
  const caughtUp = async () => new Set([underWay[0]!.projectId]);
  const turn = deleteProjectsWith({ store: { deletions }, now: () => 10_000, caughtUp });
  expect(await turn()).toBe(true);
  expect(steps).toEqual([8, 9]);
  underWay.pop();
  expect(await turn(), "nothing to do for now").toBe(false);
});
