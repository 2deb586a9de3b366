import { Link, useLocation } from "react-router";
import { counted } from "#server/domain/count.ts";
import type { TagsOfIssue } from "./read-tags.ts";

/** Which events a page's tags are of, where environment or time range leave some of them out. */
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
