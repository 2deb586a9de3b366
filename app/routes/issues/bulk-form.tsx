import { Form } from "react-router";
import { IssueTable, type IssueRows } from "./issue-table.tsx";

/** The table and what can be done to its ticked rows: one form. */
export function BulkForm({ project, rows, refused }: { project: string; rows: IssueRows; refused?: string }) {
  return (
    <Form method="post" preventScrollReset>
      <div className="row bulk">
        <button className="primary" name="intent" value="resolve">
          Resolve
        </button>{" "}
        <button name="intent" value="resolve-next">
          Resolve in next release
        </button>{" "}
        <button name="intent" value="ignore">
          Ignore
        </button>{" "}
        <button name="intent" value="reopen">
          Reopen
        </button>{" "}
        {refused ? (
          <strong className="error" role="alert">
            {refused}
          </strong>
        ) : (
          <span className="meta">applies to ticked issues</span>
        )}
      </div>
      <IssueTable project={project} {...rows} />
    </Form>
  );
}
