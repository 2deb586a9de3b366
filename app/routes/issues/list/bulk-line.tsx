import { Form, useLocation } from "react-router";
import { useRevalidateWhile } from "#app/enhance/revalidate-while.ts";
import type { BulkSentence } from "./bulk-sentence.ts";

/** Result and progress of a bulk action, with *Undo*. */
export function BulkLine({ bulk }: { bulk: BulkSentence }) {
  const { id, told, progress, undoable } = bulk;
  const { pathname, search } = useLocation();
  useRevalidateWhile(progress !== undefined, 1000);
  return (
    <Form method="post" className="selection bulk-line" preventScrollReset>
      <output>{told}</output>{" "}
      {progress && (
        <progress max={Math.max(1, progress.total)} value={progress.done} aria-label="Progress" />
      )}
      {undoable && (
        <>
          <input type="hidden" name="bulk" value={id} />
          <input type="hidden" name="next" value={pathname + search} />
          <button name="intent" value="undo" aria-keyshortcuts="z">
            Undo
          </button>
        </>
      )}
    </Form>
  );
}
