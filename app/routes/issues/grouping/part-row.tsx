import { href, Link } from "react-router";
import { grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { IssuePart } from "#server/storage/grouping-store.ts";

type Props = { project: string; issue: string; part: IssuePart; now: number; canSplit: boolean };

export function PartRow({ project, issue, part, now, canSplit }: Props) {
  const { hash, algorithm, firstSeen, origin, events, latest } = part;
  const title = latest?.title ?? "no stored event";
  return (
    <tr>
      {canSplit && (
        <td>
          <input type="checkbox" name="part" value={hash} aria-label={`${title}, ${hash}`} />
        </td>
      )}
      <th scope="row">
        {latest ? (
          <Link to={href("/:project/issues/:issue/events/:event", { project, issue, event: latest.eventId })}>
            {title}
          </Link>
        ) : (
          title
        )}
        <div className="meta">
          <code className="text">{hash}</code> · {algorithm}
        </div>
      </th>
      <td className="number">{grouped(events)}</td>
      <td>
        <Time at={firstSeen} now={now} />
        {latest && (
          <>
            {" to "}
            <Time at={latest.at} now={now} />
          </>
        )}
      </td>
      <td>{origin ? <code>{origin.shortId}</code> : "here"}</td>
    </tr>
  );
}
