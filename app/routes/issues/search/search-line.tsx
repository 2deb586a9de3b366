import { Form, href, Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { SearchHelp } from "#app/ui/search-help.tsx";
import { type IssueKey, issueKeys, issueSyntax } from "#server/domain/search/issue-keys.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";
import { sortNames } from "#app/routes/issues/list/sorts.ts";

export type SavedLink = { id: number; name: string; query: string; sort: IssueSort };

type Props = {
  project: string;
  saved: SavedLink[];
  query: string;
  sort: IssueSort;
  toQuery: (query: string, sort?: IssueSort) => string;
};

const keys: IssueKey[] = Object.values(issueKeys);
const examples = [...issueSyntax, ...keys.flatMap(({ help }) => (help ? [help] : []))];

/** The list's sort order, saved searches, and search syntax. */
export function SearchLine(props: Props) {
  return (
    <>
      <SortMenu {...props} />
      <Menu className="end quiet" label="More" summary={<Icon name="more" />}>
        <SavedLinks {...props} />
        <SearchHelp examples={examples} toQuery={props.toQuery} />
      </Menu>
    </>
  );
}

function SortMenu({ query, sort, toQuery }: Props) {
  const summary = (
    <>
      <span className="hidden">Sort by: </span>
      <span className="spoken">{sortNames[sort]}</span> <Icon name="sort" />
    </>
  );
  return (
    <Menu className="end quiet" summary={summary}>
      {Object.entries(sortNames).map(([each, name]) => (
        <Link
          key={each}
          to={{ search: toQuery(query, each as IssueSort) }}
          aria-current={each === sort || undefined}
          preventScrollReset
        >
          {name}
        </Link>
      ))}
    </Menu>
  );
}

/** Links to saved searches, and a link to save the current one. */
function SavedLinks({ project, saved, query, sort, toQuery }: Props) {
  const searches = href("/:project/issues/searches", { project });
  const current = saved.find((each) => each.query === query && each.sort === sort);
  return (
    <>
      {saved.length > 0 && (
        <nav className="items" aria-label="Saved searches">
          {saved.map((each) => (
            <Link
              key={each.id}
              to={{ search: toQuery(each.query, each.sort) }}
              aria-current={each === current ? "page" : undefined}
            >
              {each.name}
            </Link>
          ))}
        </nav>
      )}
      {!current && (
        <Form className="items" action={searches}>
          <input type="hidden" name="query" value={query} />
          <input type="hidden" name="sort" value={sort} />
          <button>Save search…</button>
        </Form>
      )}
      <Link to={searches}>Saved searches</Link>
      <hr />
    </>
  );
}
