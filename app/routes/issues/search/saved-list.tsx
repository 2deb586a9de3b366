import { Form, href, Link } from "react-router";
import type { IssueSort } from "#server/storage/store.ts";

export type SavedLink = { id: number; name: string; query: string; sort: IssueSort };

type Props = {
  project: string;
  saved: SavedLink[];
  query: string;
  sort: IssueSort;
  toQuery: (query: string, sort?: IssueSort) => string;
};

/** Searches that have a name, as links, and the way to give one to the search that is shown. */
export function SavedList({ project, saved, query, sort, toQuery }: Props) {
  const searches = href("/:project/issues/searches", { project });
  const current = saved.find((each) => each.query === query && each.sort === sort);
  return (
    <>
      {saved.length > 0 && (
        <nav className="tabs" aria-label="Saved searches">
          {saved.map((each) => [
            <Link
              key={each.id}
              to={{ search: toQuery(each.query, each.sort) }}
              aria-current={each === current ? "page" : undefined}
            >
              {each.name}
            </Link>,
            " ",
          ])}
        </nav>
      )}
      {current ? (
        <Link to={searches} className="meta">
          Saved searches
        </Link>
      ) : (
        <Form action={searches} className="meta">
          <input type="hidden" name="query" value={query} />
          <input type="hidden" name="sort" value={sort} />
          <button className="quiet">Save this search</button>
        </Form>
      )}
    </>
  );
}
