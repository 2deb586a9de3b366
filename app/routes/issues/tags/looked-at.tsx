import { Link, useLocation } from "react-router";
import { counted } from "#server/domain/count.ts";
import type { TagsOfIssue } from "./read-tags.ts";

/** The number of events that a page's tags cover, if environment or time range exclude some. */
export function LookedAt({ events, isAll }: NonNullable<TagsOfIssue["looked"]>) {
  const { pathname } = useLocation();
  const found = isAll
    ? `${counted(events, "event")} in this`
    : `The newest ${counted(events, "event")} in this`;
  return (
    <p className="meta">
      {`${events === 0 ? "No events in this" : found} time range and environment. `}
      <Link to={pathname} preventScrollReset>
        Show all events
      </Link>
    </p>
  );
}
