import { counted } from "#app/ui/count.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { ActForm, type Aim } from "./act-form.tsx";

/** Never one click: it opens first, and says what goes. */
export function DeleteForm({ issue, ...aim }: Aim & { issue: Issue }) {
  return (
    <details className="menu">
      <summary>Delete…</summary>
      <ActForm {...aim}>
        <p>
          {counted(issue.count, "event")} and everything said about {issue.shortId} go for good. Nobody can take that
          back.
        </p>
        <DiscardTick />
        <button name="intent" value="delete">
          Delete this issue
        </button>
      </ActForm>
    </details>
  );
}

export function DiscardTick() {
  return (
    <p>
      <label>
        <input type="checkbox" name="discard" value="yes" /> Discard what comes later, too
      </label>
    </p>
  );
}
