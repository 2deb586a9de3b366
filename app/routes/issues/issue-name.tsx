import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";

export function IssueName({ issue }: { issue: Pick<Issue, "type" | "value"> }) {
  if (!issue.type) return <b>{issueTitle(issue)}</b>;
  return (
    <>
      <b>{issue.type}</b> <span className="value">{issue.value}</span>
    </>
  );
}
