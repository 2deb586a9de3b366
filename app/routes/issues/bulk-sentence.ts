import { counted, grouped } from "#app/ui/count.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";

/** What a page tells of a bulk act: sentences, and whether there is something to wait for or to take back. */
export type BulkTold = {
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

/** `emptying`: deleted issues of the project whose events are still being removed. */
export function tellBulk(bulk: BulkAct, emptying: number): BulkTold {
  const { id, stage, act, changed, conflicts, done, total } = bulk;
  if (stage === "undone" || stage === "undoing") return tellUndo(bulk);
  const verb = verbs[act.intent];
  if (stage === "acting") {
    const progress = { done, total };
    return {
      id,
      told: `${grouped(done)} of ${grouped(total)} issues looked at: they are being ${verb}.`,
      progress,
      undoable: false,
    };
  }
  const sentences = [
    changed === 0 && conflicts === 0 ? `Nothing changed: that is how it was.` : `${counted(changed, "issue")} ${verb}.`,
    ...(conflicts > 0 ? [`${counted(conflicts, "issue")} left: somebody else acted on them meanwhile.`] : []),
    ...(act.intent === "delete" && emptying > 0 ? ["Their events are being removed."] : []),
  ];
  return { id, told: sentences.join(" "), undoable: act.intent !== "delete" && changed > 0 };
}

function tellUndo({ id, stage, changed, restored, leftAlone }: BulkAct): BulkTold {
  if (stage === "undoing")
    return { id, told: "Being taken back.", progress: { done: restored + leftAlone, total: changed }, undoable: false };
  const left = leftAlone > 0 ? ` ${counted(leftAlone, "issue")} left alone: changed since.` : "";
  return { id, told: `Taken back: ${counted(restored, "issue")} as before.${left}`, undoable: false };
}
