import { expect, test } from "vitest";
import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import { tellBulk } from "./bulk-sentence.ts";

const bulk = (changes: Partial<BulkAct>): BulkAct => ({
  ...{ id: 3, projectId: 1 as ProjectId, by: 1 as UserId, at: 0, act: { intent: "resolve" }, stage: "done" },
  filter: { query: { states: [], levels: [], words: [] } },
  ...{ total: 1234, done: 1234, changed: 142, conflicts: 0, restored: 0, leftAlone: 0 },
  ...changes,
});

test("a bulk act is told in a sentence, and can be undone when it moved something", () => {
  expect(tellBulk(bulk({}), 0)).toEqual({ id: 3, told: "142 issues resolved.", undoable: true });
  expect(tellBulk(bulk({ conflicts: 1 }), 0).told).toBe(
    "142 issues resolved. 1 issue skipped: changed by someone else in the meantime.",
  );
  expect(tellBulk(bulk({ changed: 0 }), 0)).toMatchObject({
    told: "No changes: the issues were in this state already.",
    undoable: false,
  });
  expect(tellBulk(bulk({ act: { intent: "delete", discard: false } }), 2)).toMatchObject({
    told: "142 issues deleted. Their events are being removed.",
    undoable: false,
  });
  expect(tellBulk(bulk({ stage: "acting", done: 500 }), 0).progress).toEqual({ done: 500, total: 1234 });
  expect(tellBulk(bulk({ stage: "undone", restored: 140, leftAlone: 2 }), 0).told).toBe(
    "Undone. 140 issues restored. 2 issues skipped: changed since.",
  );
});
