import { Form, href } from "react-router";
import { Field } from "#app/ui/form/field.tsx";
import { issueTitle, type Issue } from "#server/domain/issue/issue.ts";

/** Merges this issue into another one, similar or not. Posts to the issue itself. */
export function MergeForm({
  project,
  issue,
  near,
}: {
  project: string;
  issue: Issue;
  near: Issue[];
}) {
  return (
    <section className="part">
      <h2>Merge this issue into another</h2>
      <p>
        Events, comments, and subscribers move to that issue. {issue.shortId} redirects to it, and
        future matching events are added to it. You can unmerge later.
      </p>
      <Form
        method="post"
        action={href("/:project/issues/:issue", { project, issue: issue.shortId })}
        className="row"
      >
        <Field
          label="Issue ID"
          name="into"
          list="near-issues"
          autoComplete="off"
          size={14}
          required
        />
        <datalist id="near-issues">
          {near.map((each) => (
            <option key={each.id} value={each.shortId}>
              {issueTitle(each).slice(0, 80)}
            </option>
          ))}
        </datalist>
        <button name="intent" value="merge">
          Merge
        </button>
      </Form>
    </section>
  );
}
