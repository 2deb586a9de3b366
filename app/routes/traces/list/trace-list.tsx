import { href, Link, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { still } from "#app/enhance/still.tsx";
import { ChoiceMenu, NameMenu } from "#app/ui/choice-menu.tsx";
import { Find } from "#app/ui/find.tsx";
import type { KeptTraces } from "#app/ui/form/sampled-sentence.tsx";
import type { Misread } from "#app/ui/form/misread.tsx";
import { moment } from "#app/ui/format/ago.ts";
import { Pager } from "#app/ui/pager.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import type { TraceSort } from "#server/storage/traces/trace-store.ts";
import { CompareForm } from "../compare-form.tsx";
import { sortNames } from "./sorts.ts";
import type { SearchTab } from "./search-tabs.ts";
import type { TraceRow } from "./trace-row.ts";

const DurationScatter = still(async () => (await import("./duration-scatter.tsx")).DurationScatter);
const SampledSentence = still(
  async () => (await import("#app/ui/form/sampled-sentence.tsx")).SampledSentence,
);
const MisreadQuery = still(async () => (await import("#app/ui/form/misread.tsx")).MisreadQuery);
const NoTraces = late(async () => (await import("./no-traces.tsx")).NoTraces);
const SearchMenu = late(async () => (await import("./search-menu.tsx")).SearchMenu);
const TraceTable = late(async () => (await import("./trace-table.tsx")).TraceTable);

export type List = {
  rows: TraceRow[];
  next?: string;
  /** Set if the search timed out: everything received after this was searched. */
  scannedTo?: number;
  /** Texts about excluded traces, with links to them. */
  leftOut: { text: string; search: string }[];
  /** Why the query is invalid. */
  misread?: Misread;
  query: string;
  /** Suggestions for a search without results. */
  hints: SearchHint[];
  /** Why there is no trace with the searched ID. */
  missing?: string;
  /** The same search finds issues. */
  isInIssues?: boolean;
  sort: TraceSort;
  service: string;
  services: string[];
  traces: KeptTraces;
  tabs: SearchTab[];
  marks: ReleaseMark[];
  now: number;
};

export function TraceList({ project, list }: { project: string; list: List }) {
  const { rows, misread, scannedTo, leftOut, next, traces } = list;
  const { search } = useLocation();
  const isFirst = !new URLSearchParams(search).has("cursor");
  return (
    <>
      <ListHead {...list} />
      {misread && <MisreadQuery query={list.query} misread={misread} />}
      {rows.length > 0 && hasRoute.test(list.query) && (
        <p className="meta">
          Durations are of whole traces, from the first span to the last. The time of the route
          alone is under <Link to={href("/:project/routes", { project })}>Routes</Link>.
        </p>
      )}
      {leftOut.map((each) => (
        <p className="meta" key={each.search}>
          {each.text} <Link to={{ search: each.search }}>Show</Link>
        </p>
      ))}
      {rows.length > 0 && <DurationScatter project={project} rows={rows} marks={list.marks} />}
      {rows.length > 0 && (
        <CompareForm project={project}>
          <TraceTable {...{ project, rows, now: list.now, sort: list.sort }} />
        </CompareForm>
      )}
      {rows.length === 0 && (!misread || list.isInIssues) && scannedTo === undefined && (
        <NoTraces project={project} list={list} isFirst={isFirst} />
      )}
      {scannedTo !== undefined && list.sort !== "time" && <AmongNewest scannedTo={scannedTo} />}
      {scannedTo !== undefined && next !== undefined && list.sort === "time" ? (
        <LookedBack scannedTo={scannedTo} next={next} hasRows={rows.length > 0} />
      ) : (
        <Pager next={next} label="Pages of traces" />
      )}
      <SampledSentence traces={traces} />
    </>
  );
}

/** A trace lasts longer than the requests of one of its routes. */
const hasRoute = /(?:^|\s)route:/;

function ListHead({ query, service, services, sort, misread, tabs }: List) {
  const { search } = useLocation();
  const toQuery = (wanted: string) =>
    new URLSearchParams([...keptParams(search), ["query", wanted]]).toString();
  return (
    <div className="row list-head">
      <Tabs label="Status" tabs={tabsOf(query, search, tabs)} className="tabs pills" />
      <Find
        {...{ of: "Traces", label: "Search", query, isMisread: misread !== undefined }}
        placeholder="route:/cart status:error duration:>100ms"
      />
      <NameMenu
        {...{
          field: "service",
          label: "Service",
          all: "All services",
          icon: "filter",
          chosen: service,
        }}
        names={services}
      />
      <ChoiceMenu
        {...{ field: "sort", label: "Sort", icon: "sort", chosen: sort }}
        options={Object.entries(sortNames)}
      />
      <SearchMenu toQuery={toQuery} />
    </div>
  );
}

function tabsOf(query: string, search: string, tabs: SearchTab[]): Tab[] {
  return tabs.map(({ query: own, ...tab }) => {
    const params = new URLSearchParams(search);
    params.delete("cursor");
    params.set("query", own);
    if (own === "") params.delete("query");
    return {
      ...tab,
      to: { search: params.toString() },
      current: query.trim() === own,
    };
  });
}

const keptParams = (search: string): [string, string][] => [
  ...new URLSearchParams(keptSearch(search)),
];

/** No index has this order, so it covers only the traces read before the timeout. */
function AmongNewest({ scannedTo }: { scannedTo: number }) {
  return (
    <p className="meta">
      Sorts traces since {`${moment(scannedTo)} UTC`}. Choose a shorter time range to sort all
      traces in it.
    </p>
  );
}

/** Unindexed conditions are searched backwards for a short time; then the reader decides. */
function LookedBack({
  scannedTo,
  next,
  hasRows,
}: {
  scannedTo: number;
  next: string;
  hasRows: boolean;
}) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("cursor", next);
  return (
    <p className="empty">
      {hasRows ? "Searched back" : "No match yet. Searched back"} to {`${moment(scannedTo)} UTC`}.{" "}
      <Link rel="next" to={{ pathname, search: params.toString() }}>
        Continue
      </Link>
    </p>
  );
}
