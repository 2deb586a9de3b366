import { capitalized } from "#server/domain/capitalized.ts";
import { counted, grouped } from "#server/domain/count.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";

/** A bulk action's text: sentences, and whether it is in progress or can be undone. */
export type BulkSentence = {
  id: number;
  told: string;
  progress?: { done: number; total: number };
  undoable: boolean;
};

const verbs: Record<BulkAct["act"]["intent"], string> = {
  resolve: "resolved",
  "resolve-next": "resolved in the next release",
  "resolve-in": "resolved in a release",
  ignore: "ignored",
  reopen: "reopened",
  assign: "assigned",
  delete: "deleted",
};

/** What the sentences need besides the action. */
export type BulkFacts = {
  /** Name of the member to whom issues were assigned. */
  assignee?: string | undefined;
  /** Deleted issues of the project whose events are still being removed. */
  emptying?: number;
};

function verbOf({ act, by }: BulkAct, assignee: string | undefined): string {
  if (act.intent === "resolve-in") return `resolved in ${act.release}`;
  if (act.intent !== "assign") return verbs[act.intent];
  if (act.to === null) return "unassigned";
  if (act.to === by) return "assigned to you";
  return assignee === undefined ? "assigned" : `assigned to ${assignee}`;
}

export function bulkSentence(
  bulk: BulkAct,
  { assignee, emptying = 0 }: BulkFacts = {},
): BulkSentence {
  const { id, stage, act, changed, conflicts, done, total } = bulk;
  if (stage === "undone" || stage === "undoing") return tellUndo(bulk);
  const verb = verbOf(bulk, assignee);
  if (stage === "acting") {
    const progress = { done, total };
    return {
      id,
      told: `${grouped(done)} of ${grouped(total)} issues processed. They are being ${verb}.`,
      progress,
      undoable: false,
    };
  }
  const sentences = [
    changed === 0 && conflicts === 0
      ? `No changes: ${total === 1 ? "the issue was" : "the issues were"} in this state already.`
      : `${counted(changed, "issue")} ${verb}.`,
    ...(conflicts > 0
      ? [`${counted(conflicts, "issue")} skipped: changed by someone else in the meantime.`]
      : []),
    ...(act.intent === "delete" && emptying > 0 ? ["Their events are being removed."] : []),
  ];
  return { id, told: sentences.join(" "), undoable: act.intent !== "delete" && changed > 0 };
}

/** The same on the page of its only issue. */
export function singleSentence(bulk: BulkAct, { assignee }: BulkFacts = {}): BulkSentence {
  const { id, stage, changed, restored } = bulk;
  if (stage === "undone" || stage === "undoing")
    return { id, told: restored > 0 ? "Undone." : "Not undone: changed since.", undoable: false };
  const verb = verbOf(bulk, assignee);
  const told = changed > 0 ? `${capitalized(verb)}.` : "No changes: it was in this state already.";
  return { id, told, undoable: changed > 0 };
}

function tellUndo({ id, stage, changed, restored, leftAlone }: BulkAct): BulkSentence {
  if (stage === "undoing")
    return {
      id,
      told: "Undoing.",
      progress: { done: restored + leftAlone, total: changed },
      undoable: false,
    };
  const left = leftAlone > 0 ? ` ${counted(leftAlone, "issue")} skipped: changed since.` : "";
  return { id, told: `Undone. ${counted(restored, "issue")} restored.${left}`, undoable: false };
}
