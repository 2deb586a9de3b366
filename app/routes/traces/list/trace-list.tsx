import { Form, href, Link, useLocation } from "react-router";
import { utc } from "#app/ui/ago.ts";
import { KeptSentence, type KeptTraces } from "#app/ui/kept-sentence.tsx";
import { NamePicker } from "#app/ui/name-picker.tsx";
import { Options } from "#app/ui/choice.tsx";
import { type Misread, MisreadQuery } from "#app/ui/misread.tsx";
import { SearchHelp } from "#app/ui/search-help.tsx";
import { traceSyntax } from "#server/domain/search/trace-syntax.ts";
import type { TraceSort } from "#server/storage/trace-store.ts";
import { sortNames } from "./sorts.ts";
import { Pager } from "#app/ui/pager.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import { DurationScatter } from "./duration-scatter.tsx";
import { NoTraces } from "./no-traces.tsx";
import type { TraceRow } from "./trace-row.ts";
import { TraceTable } from "./trace-table.tsx";

export type List = {
  rows: TraceRow[];
  next?: string;
  /** The search ended by its deadline, having looked at everything that arrived after this. */
  scannedTo?: number;
  /** What is said of traces that are not listed, and where they are. */
  leftOut?: { text: string; search: string };
  /** Why the query could not be read. */
  misread?: Misread;
  query: string;
  sort: TraceSort;
  service: string;
  services: string[];
  traces: KeptTraces;
  now: number;
};

export function TraceList({ project, list }: { project: string; list: List }) {
  const { rows, misread, scannedTo, leftOut, next, traces, now } = list;
  const { search } = useLocation();
  const toQuery = (query: string) =>
    new URLSearchParams([...new URLSearchParams(keptSearch(search)), ["query", query]]).toString();
  const isFirst = !new URLSearchParams(useLocation().search).has("cursor");
  return (
    <>
      <SearchForm {...list} />
      {misread && <MisreadQuery query={list.query} misread={misread} />}
      <div className="row search-line">
        <SearchHelp examples={traceSyntax} toQuery={toQuery} />
      </div>
      <KeptSentence traces={traces} />
      {leftOut && (
        <p className="meta">
          {leftOut.text} <Link to={{ search: leftOut.search }}>Show</Link>
        </p>
      )}
      {rows.length > 0 && (
        <>
          <DurationScatter project={project} rows={rows} />
          <Form action={href("/:project/traces/compare", { project })}>
            {rows.length > 1 && (
              <div className="row bulk">
                <button>Compare</button> <span className="meta">select a first and a second trace</span>
              </div>
            )}
            <TraceTable project={project} rows={rows} now={now} sort={list.sort} />
          </Form>
        </>
      )}
      {rows.length === 0 && !misread && scannedTo === undefined && (
        <NoTraces project={project} list={list} isFirst={isFirst} />
      )}
      {scannedTo !== undefined && list.sort !== "time" && <AmongNewest scannedTo={scannedTo} />}
      {scannedTo !== undefined && next !== undefined && list.sort === "time" ? (
        <LookedBack scannedTo={scannedTo} next={next} hasRows={rows.length > 0} />
      ) : (
        <Pager next={next} label="Pages of traces" />
      )}
    </>
  );
}

/** No index has this order: it is that of the traces that there was time to look at. */
function AmongNewest({ scannedTo }: { scannedTo: number }) {
  return (
    <p className="meta">
      Sorted within traces since <time dateTime={new Date(scannedTo).toISOString()}>{utc(scannedTo)}</time>. Choose a
      shorter time range to sort all of it.
    </p>
  );
}

function SearchForm({ query, service, services, sort, misread }: List) {
  const kept = [...new URLSearchParams(keptSearch(useLocation().search))];
  return (
    // The key: a link may change the query under the field.
    <Form key={`${query} ${service} ${sort}`} className="row list-head" aria-label="Traces">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 44, autoComplete: "off", spellCheck: false }}
        {...{
          placeholder: "route:/cart status:error duration:>100ms",
          "aria-label": "Search",
          "aria-keyshortcuts": "/",
        }}
        {...(misread ? { "aria-invalid": true, "aria-describedby": "query-error" } : {})}
      />
      <NamePicker {...{ name: "service", label: "Service", all: "All services" }} names={services} chosen={service} />
      <select name="sort" aria-label="Order" defaultValue={sort}>
        <Options options={sortNames} />
      </select>
      <button>Search</button>
    </Form>
  );
}

/** What no index answers is read backwards for a moment; then the reader decides. */
function LookedBack({ scannedTo, next, hasRows }: { scannedTo: number; next: string; hasRows: boolean }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("cursor", next);
  return (
    <p className="empty">
      {hasRows ? "Searched back" : "No matches yet. Searched back"} to{" "}
      <time dateTime={new Date(scannedTo).toISOString()}>{utc(scannedTo)}</time>.{" "}
      <Link rel="next" to={{ pathname, search: params.toString() }}>
        Continue
      </Link>
    </p>
  );
}
