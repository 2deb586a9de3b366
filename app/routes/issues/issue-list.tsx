import { Form, href, Link, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { keptSearch, scopeOf } from "#app/ui/scope.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import type { IssueSort } from "#server/storage/store.ts";
import type { BulkChoices } from "./bulk-choices.ts";
import { BulkForm } from "./bulk-form.tsx";
import type { IssueRows } from "./issue-table.tsx";
import { sortNames } from "./sorts.ts";
import type { StateTab } from "./state-tabs.ts";

type List = IssueRows & {
  query: string;
  sort: IssueSort;
  tabs: StateTab[];
  next?: string;
  /** Why the query could not be read. */
  misread?: string;
  hasEvents: boolean;
  choices: BulkChoices;
};

export function IssueList({ project, list, refused }: { project: string; list: List; refused?: string }) {
  const { search } = useLocation();
  return (
    <>
      <div className="row list-head">
        <Tabs label="States" tabs={tabsOf(list, search)} />
        <SearchForm {...list} search={search} />
      </div>
      {list.misread && (
        <p className="error" id="query-error">
          {list.misread}
        </p>
      )}
      {list.rows.length > 0 ? (
        <BulkForm project={project} rows={list} choices={list.choices} refused={refused} />
      ) : (
        !list.misread && <NoIssues project={project} {...list} />
      )}
      <Pager next={list.next} label="Pages of issues" />
    </>
  );
}

function tabsOf({ tabs, sort }: List, search: string): Tab[] {
  return tabs.map(({ text, query, count, current }) => {
    const params = new URLSearchParams(keptSearch(search));
    params.set("query", query);
    if (sort !== "last-seen") params.set("sort", sort);
    return { text, count, current, to: { search: params.toString() } };
  });
}

function SearchForm({ query, sort, misread, search }: Pick<List, "query" | "sort" | "misread"> & { search: string }) {
  const kept = [...new URLSearchParams(keptSearch(search))];
  return (
    // The key: a tab's link changes the query under the field.
    <Form key={`${query} ${sort}`} className="row" aria-label="Issues">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 32, autoComplete: "off", spellCheck: false }}
        {...{ placeholder: "is:open level:error words", "aria-label": "Search", "aria-keyshortcuts": "/" }}
        {...(misread ? { "aria-invalid": true, "aria-describedby": "query-error" } : {})}
      />
      <select name="sort" aria-label="Order" defaultValue={sort}>
        <Options options={sortNames} />
      </select>
      <button>Apply</button>
    </Form>
  );
}

function NoIssues({ project, hasEvents, query }: Pick<List, "hasEvents" | "query"> & { project: string }) {
  const { search } = useLocation();
  if (!hasEvents)
    return (
      <p className="empty">
        No error has come in yet. <Link to={href("/:project/connect", { project })}>Connect an application</Link>, and
        what breaks in it stands here within two seconds.
      </p>
    );
  const { environment, since } = scopeOf(search);
  return (
    <p className="empty">
      No issue matches {query ? <code>{query}</code> : "this"}
      {environment && ` in ${environment}`}
      {since && " in this time range"}. <Link to={{ search: "query=" }}>Show all issues</Link>
    </p>
  );
}
