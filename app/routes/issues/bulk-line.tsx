import { Form } from "react-router";
import { useRevalidateWhile } from "#app/enhance/revalidate-while.ts";
import type { BulkTold } from "./bulk-sentence.ts";

/** What was done to many issues, how far it has got, and the way back. */
export function BulkLine({ bulk }: { bulk: BulkTold }) {
  const { id, told, progress, undoable } = bulk;
  useRevalidateWhile(progress !== undefined, 1000);
  return (
    <Form method="post" className="selection bulk-line" preventScrollReset>
      <output>{told}</output>{" "}
      {progress && <progress max={Math.max(1, progress.total)} value={progress.done} aria-label="Progress" />}
      {undoable && (
        <>
          <input type="hidden" name="bulk" value={id} />
          <button name="intent" value="undo" aria-keyshortcuts="z">
            Undo
          </button>
        </>
      )}
    </Form>
  );
}
