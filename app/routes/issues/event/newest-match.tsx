import { href, Link, useLocation } from "react-router";
import type { AskedAboutIssue } from "#app/guard.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { EventId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";

/** A search for an issue's events, and the newest that it found. */
export type NewestMatch = { query: string; eventId?: EventId };

/**
 * For `query` in the URL of an issue, as in lists of issues searched by user: their issue opens at
 * this user's event, because the latest is often someone else's.
 */
export async function newestMatch(
  { services, project, issue }: AskedAboutIssue,
  params: URLSearchParams,
): Promise<NewestMatch | undefined> {
  const query = params.get("query") ?? "";
  if (query.trim() === "") return undefined;
  const found = await services.searchEvents(project, issue, { query, limit: 1 });
  const eventId = isProblem(found) ? undefined : found.rows[0]?.eventId;
  return { query, ...(eventId && { eventId }) };
}

/** `Newest event that matches user.email:ana@shop.example. All matching events · Latest event` */
export function MatchLine({
  project,
  issue,
  match: { query, eventId },
}: {
  project: string;
  issue: string;
  match: NewestMatch;
}) {
  const kept = keptSearch(useLocation().search);
  const all = {
    pathname: href("/:project/issues/:issue/events", { project, issue }),
    search: `${new URLSearchParams([["query", query], ...new URLSearchParams(kept)])}`,
  };
  const latest = { pathname: href("/:project/issues/:issue", { project, issue }), search: kept };
  return eventId ? (
    <p className="meta">
      Newest event that matches <code>{query}</code>. <Link to={all}>All matching events</Link> ·{" "}
      <Link to={latest}>Latest event of this issue</Link>
    </p>
  ) : (
    <p className="meta">
      Found no event that matches <code>{query}</code>, so this is the issue’s latest event.{" "}
      <Link to={all}>Search all events</Link>
    </p>
  );
}
