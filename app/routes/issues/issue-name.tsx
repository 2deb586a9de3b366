import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";

type Named = Pick<Issue, "type" | "value"> & { label?: string | undefined };

/**
 * The error's type and message, with the label of its family first, because lists cut off the end.
 */
export function IssueName({ issue }: { issue: Named }) {
  const label = issue.label && <span className="badge">{issue.label}</span>;
  if (!issue.type)
    return (
      <>
        {label} <b>{issueTitle(issue)}</b>
      </>
    );
  return (
    <>
      <b>{issue.type}</b> {label} <span className="value">{issue.value}</span>
    </>
  );
}
