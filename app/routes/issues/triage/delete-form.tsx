import { counted } from "#server/domain/count.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { ActForm, type Aim } from "./act-form.tsx";
import { DiscardCheckbox } from "./discard-checkbox.tsx";

/** Opens first and states the consequence, so that it is never one click. */
export function DeleteForm({ issue, ...aim }: Aim & { issue: Issue }) {
  return (
    <details className="fold">
      <summary className="danger">Delete…</summary>
      <ActForm {...aim}>
        <p>
          Deletes {issue.shortId} with {counted(issue.count, "event")} and its comments. This cannot
          be undone.
        </p>
        <DiscardCheckbox />
        <button name="intent" value="delete" className="danger">
          Delete issue
        </button>
      </ActForm>
    </details>
  );
}
