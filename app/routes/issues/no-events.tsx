import { href, Link } from "react-router";
import { SearchHints } from "#app/ui/search-hints.tsx";
import type { SearchHint } from "#server/domain/search/value-hints.ts";

/** `hints`: suggestions for the query. `isPart`: the next page continues the search. */
export function NoEvents({
  project,
  query,
  hints,
  isPart,
}: Props & { hints: SearchHint[]; isPart: boolean }) {
  if (isPart)
    return <p className="empty">No matches so far. The next page continues the search.</p>;
  return (
    <div className="empty">
      <p>
        No events match. Clear the field to see all. Plain words match the title, transaction, URL,
        release, user, and ID of an event.
      </p>
      <SearchHints hints={hints} of="event" />
      {query !== "" && <SearchIssues project={project} query={query} />}
    </div>
  );
}

type Props = { project: string; query: string };

/** The same search for issues. */
export function SearchIssues({ project, query }: Props) {
  const search = new URLSearchParams({ query }).toString();
  return (
    <p>
      <Link to={{ pathname: href("/:project/issues", { project }), search }}>
        Search issues for <code>{query}</code>
      </Link>
    </p>
  );
}
