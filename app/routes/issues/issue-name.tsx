import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";

type Named = Pick<Issue, "type" | "value"> & { label?: string | undefined };

/**
 * The error's own type and message, and the label of its family: before the message, the end of
 * which lists cut off.
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
