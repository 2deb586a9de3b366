import { expect, test } from "vitest";
import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import { type BulkFacts, bulkSentence, singleSentence } from "./bulk-sentence.ts";

const bulk = (changes: Partial<BulkAct>): BulkAct => ({
  id: 3,
  projectId: 1 as ProjectId,
  by: 1 as UserId,
  at: 0,
  act: { intent: "resolve" },
  stage: "done",
  filter: { query: { states: [], levels: [], words: [] } },
  total: 1234,
  done: 1234,
  changed: 142,
  conflicts: 0,
  restored: 0,
  leftAlone: 0,
  ...changes,
});

test("a bulk action is one sentence and can be undone if it changed anything", () => {
  expect(bulkSentence(bulk({}))).toEqual({
    id: 3,
    told: "142 issues resolved.",
    undoable: true,
  });
  expect(bulkSentence(bulk({ conflicts: 1 })).told).toBe(
    "142 issues resolved. 1 issue skipped: changed by someone else in the meantime.",
  );
  expect(bulkSentence(bulk({ changed: 0 }))).toMatchObject({
    told: "No changes: the issues were in this state already.",
    undoable: false,
  });
  expect(bulkSentence(bulk({ total: 1, done: 1, changed: 0 })).told).toBe(
    "No changes: the issue was in this state already.",
  );
  expect(
    bulkSentence(bulk({ act: { intent: "assign", to: 2 as UserId }, changed: 3 }), {
      assignee: "Mara Lind",
    }).told,
  ).toBe("3 issues assigned to Mara Lind.");
  expect(
    bulkSentence(bulk({ act: { intent: "delete", discard: false } }), { emptying: 2 }),
  ).toMatchObject({
    told: "142 issues deleted. Their events are being removed.",
    undoable: false,
  });
  expect(bulkSentence(bulk({ stage: "acting", done: 500 })).progress).toEqual({
    done: 500,
    total: 1234,
  });
  expect(bulkSentence(bulk({ stage: "undone", restored: 140, leftAlone: 2 })).told).toBe(
    "Undone. 140 issues restored. 2 issues skipped: changed since.",
  );
});

test("an action on one issue is reported on its page", () => {
  const one = (changes: Partial<BulkAct>, facts: BulkFacts = {}) =>
    singleSentence(bulk({ total: 1, done: 1, changed: 1, ...changes }), facts);
  expect(one({})).toEqual({ id: 3, told: "Resolved.", undoable: true });
  expect(one({ act: { intent: "resolve-in", release: "web@2.4.1" } }).told).toBe(
    "Resolved in web@2.4.1.",
  );
  expect(one({ act: { intent: "assign", to: null } }).told).toBe("Unassigned.");
  expect(one({ act: { intent: "assign", to: 1 as UserId } }).told).toBe("Assigned to you.");
  const toMara = { act: { intent: "assign", to: 2 as UserId } } as const;
  expect(one(toMara, { assignee: "Mara Lind" }).told).toBe("Assigned to Mara Lind.");
  // Its account was deleted since.
  expect(one(toMara).told).toBe("Assigned.");
  expect(one({ changed: 0 })).toEqual({
    id: 3,
    told: "No changes: it was in this state already.",
    undoable: false,
  });
  expect(one({ stage: "undone", restored: 1 }).told).toBe("Undone.");
  expect(one({ stage: "undone", leftAlone: 1 }).told).toBe("Not undone: changed since.");
});
