import { href, Link } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import type { IssuePart } from "#server/storage/grouping/grouping-store.ts";

const titleOf = ({ latest }: IssuePart): string => latest?.title ?? "No event stored";

export const PartCheckbox = ({ part }: { part: IssuePart }) => (
  <input
    type="checkbox"
    name="part"
    value={part.hash}
    aria-label={`Select ${titleOf(part)}, ${part.hash}`}
  />
);

export function PartName({
  project,
  issue,
  part,
}: {
  project: string;
  issue: string;
  part: IssuePart;
}) {
  const { hash, algorithm, latest } = part;
  const to =
    latest &&
    href("/:project/issues/:issue/events/:event", { project, issue, event: latest.eventId });
  return (
    <>
      {to ? <Link to={to}>{titleOf(part)}</Link> : titleOf(part)}
      <small>
        <code className="text">{hash}</code> · {algorithm}
      </small>
    </>
  );
}

export const Seen = ({ part: { firstSeen, latest }, now }: { part: IssuePart; now: number }) => (
  <>
    <Time at={firstSeen} now={now} />
    {latest && (
      <>
        {" to "}
        <Time at={latest.at} now={now} />
      </>
    )}
  </>
);
