import { useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";
import type { BulkChoices } from "./bulk-choices.ts";
import { BulkForm } from "./bulk-form.tsx";
import type { IssueRows } from "./issue-table.tsx";
import type { BulkRefusal } from "./refuse-bulk.ts";
import type { FacetList } from "#app/routes/issues/search/facet-side.tsx";
import type { Misread } from "#app/ui/form/misread.tsx";
import type { SavedLink } from "#app/routes/issues/search/search-line.tsx";
import { SearchForm } from "#app/routes/issues/search/search-form.tsx";
import type { StateTab } from "./state-tabs.ts";

type List = IssueRows & {
  query: string;
  sort: IssueSort;
  tabs: StateTab[];
  next?: string;
  /** Why the query is invalid. */
  misread?: Misread;
  suggestions: string[];
  saved: SavedLink[];
  narrowing?: FacetList;
  hasEvents: boolean;
  /** Suggestions for a search without results. */
  hints: SearchHint[];
  choices: BulkChoices;
};

const FacetSide = late(
  async () => (await import("#app/routes/issues/search/facet-side.tsx")).FacetSide,
);
const MisreadQuery = late(async () => (await import("#app/ui/form/misread.tsx")).MisreadQuery);
const NoIssues = late(async () => (await import("./no-issues.tsx")).NoIssues);
const SearchLine = late(
  async () => (await import("#app/routes/issues/search/search-line.tsx")).SearchLine,
);

export function IssueList({
  project,
  list,
  refusal,
}: {
  project: string;
  list: List;
  refusal?: BulkRefusal;
}) {
  const { search } = useLocation();
  const { query, sort, misread, narrowing } = list;
  const isNarrowed = narrowing !== undefined && narrowing.facets.length > 0;
  const toQuery = (wanted: string, order: IssueSort = sort) => searchTo(search, wanted, order);
  return (
    <>
      <div className="row list-head">
        <Tabs label="States" tabs={tabsOf(list, search)} className="tabs pills" />
        <SearchForm {...{ project, ...list, search }} isMisread={misread !== undefined} />
        {isNarrowed && (
          <button type="button" className="quiet only-narrow" popoverTarget="facets">
            <Icon name="filter" /> <span className="spoken">Filters</span>
          </button>
        )}
        <SearchLine project={project} saved={list.saved} {...{ query, sort, toQuery }} />
      </div>
      {misread && <MisreadQuery query={query} misread={misread} />}
      <div className={isNarrowed ? "narrowed" : undefined}>
        <div>
          {list.rows.length > 0 ? (
            <BulkForm project={project} rows={list} choices={list.choices} refusal={refusal} />
          ) : (
            !misread && <NoIssues project={project} {...noIssues(list)} search={search} />
          )}
          <Pager next={list.next} label="Pages of issues" />
        </div>
        {narrowing && <FacetSide {...narrowing} toQuery={toQuery} />}
      </div>
    </>
  );
}

const noIssues = ({ hasEvents, query, next, hints }: List) => ({
  hasEvents,
  query,
  isPart: next !== undefined,
  hints,
});

function tabsOf({ tabs, sort }: List, search: string): Tab[] {
  return tabs.map(({ text, title, query, count, current }) => {
    return {
      text,
      ...(title && { title }),
      ...(count !== undefined && { count }),
      current,
      to: { search: searchTo(search, query, sort) },
    };
  });
}

/** Another search with the same environment and time range. */
function searchTo(search: string, query: string, sort: IssueSort): string {
  const params = new URLSearchParams(keptSearch(search));
  params.set("query", query);
  if (sort !== "last-seen") params.set("sort", sort);
  return params.toString();
}
