import { href, Link, useLocation } from "react-router";
import { counted, grouped } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import { ServiceBar } from "#app/ui/trace/service-bar.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { TraceSort } from "#server/storage/traces/trace-store.ts";
import { TraceTick } from "../compare-form.tsx";
import { sortedBy } from "./sorts.ts";
import type { TraceRow } from "./trace-row.ts";

type TableProps = { project: string; rows: TraceRow[]; now: number; sort: TraceSort };

/** The traces in order, inside the form that compares two. */
export function TraceTable({ project, rows, now, sort }: TableProps) {
  const wholeMs = usualMost(rows.map(({ durationMs }) => durationMs));
  const isCut = rows.some(({ durationMs }) => durationMs > wholeMs);
  const isUnread = rows.some(({ times }) => times === undefined);
  return (
    <>
      <Table
        className="rows"
        caption={sortedBy[sort]}
        rows={rows}
        keyOf={({ traceId }) => traceId}
        columns={[
          {
            head: <span className="hidden">Select</span>,
            className: "tick",
            cell: ({ traceId, name }) => (
              <TraceTick traceId={traceId} name={`${name} ${traceId.slice(0, 8)}`} />
            ),
          },
          {
            head: "Trace",
            isRowHead: true,
            cell: (row) => <TraceName project={project} row={row} />,
          },
          {
            head: "Time by service",
            className: "bar wide",
            cell: ({ durationMs, times, fromServer }) => (
              <ServiceBar {...{ times, fromServer }} share={durationMs / wholeMs} />
            ),
          },
          {
            head: "Duration",
            className: "number",
            cell: ({ durationMs }) => durationText(durationMs),
          },
          { head: "Spans", className: "number wide soft", cell: ({ spans }) => grouped(spans) },
          {
            head: "Failed",
            className: "number",
            cell: ({ errors }) => (
              <span className={errors > 0 ? "bad" : "soft"} title={counted(errors, "failed span")}>
                {grouped(errors)}
              </span>
            ),
          },
          {
            head: "When",
            className: "number wide soft",
            cell: ({ startedAt }) => <Time at={startedAt} now={now} short />,
          },
        ]}
      />
      {(isCut || isUnread) && (
        <p className="meta wide">
          {isCut && `Bars with a gap: longer than ${durationText(wholeMs)}, drawn shorter. `}
          {isUnread &&
            "Gray bars: not divided by service yet (reload the page), or more than 2,000 spans."}
        </p>
      )}
    </>
  );
}

/** The 90th percentile, because next to the longest trace, others would be dots. */
const usualMost = (durations: number[]): number =>
  durations.toSorted((a, b) => a - b)[Math.floor(0.9 * (durations.length - 1))] || 1;

function TraceName({ project, row }: { project: string; row: TraceRow }) {
  const { traceId, name, service, detail, others, errors } = row;
  const kept = keptSearch(useLocation().search);
  return (
    <div className={errors > 0 ? "title level-fatal" : "title level-info"}>
      <Link
        to={{
          pathname: href("/:project/traces/:trace", { project, trace: traceId }),
          search: kept,
        }}
      >
        <b>{name || "(no name)"}</b> {detail && <span className="value">{detail}</span>}
      </Link>{" "}
      <small>
        <code>{traceId.slice(0, 8)}</code> <bdi>{others ? `${service}, ${others}` : service}</bdi>
      </small>
    </div>
  );
}
