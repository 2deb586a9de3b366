import { Form } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { usePosted } from "#app/enhance/pending.ts";
import { useDeselectDone } from "#app/enhance/deselect-done.ts";
import { actedBy, isFor } from "#app/routes/issues/triage/acted.ts";
import type { BulkChoices } from "./bulk-choices.ts";
import type { IssueRow } from "./issue-row.ts";
import { IssueTable, type IssueRows } from "./issue-table.tsx";
import type { BulkRefusal } from "./refuse-bulk.ts";

type Props = { project: string; rows: IssueRows; choices: BulkChoices; refusal?: BulkRefusal };

const BulkBar = late(async () => (await import("./bulk-bar.tsx")).BulkBar);

/** The table and the actions on selected rows, or all matches, in one form. */
export function BulkForm({ project, rows, choices, refusal }: Props) {
  const { formData, isPosting } = usePosted();
  const table = useDeselectDone(formData, refusal !== undefined);
  const shown = rows.rows.map((row) =>
    formData && isFor(formData, row.id) ? actedRow(row, formData, choices) : row,
  );
  return (
    // Ignores a second click while the first is in progress.
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => isPosting && event.preventDefault()}
    >
      <input type="hidden" name="seen" value={choices.seen} />
      {refusal?.refused && (
        <p className="error" role="alert">
          {refusal.refused}
        </p>
      )}
      <IssueTable
        project={project}
        {...rows}
        rows={shown}
        table={table}
        selected={refusal?.selected}
      />
      <BulkBar
        {...{ choices, now: rows.now, wrong: refusal?.wrong }}
        mayReopen={shown.some(({ state }) => state.state !== "open")}
      />
    </Form>
  );
}

/** The expected row afterwards. */
function actedRow(row: IssueRow, form: FormData, { people }: BulkChoices): IssueRow {
  const { state, assignee } = actedBy(form, people, row.lastSeen);
  const { assignee: had, ...rest } = row;
  const has = assignee === undefined ? had : assignee?.name;
  return { ...rest, ...(state && { state }), ...(has !== undefined && { assignee: has }) };
}
