import { href, Link, useLocation } from "react-router";
import { counted, grouped } from "#app/ui/count.ts";
import { durationText } from "#app/ui/duration.ts";
import { keptSearch } from "#app/ui/scope.ts";
import { ShareBar } from "#app/ui/share-bar.tsx";
import { Time } from "#app/ui/time.tsx";
import type { TraceSort } from "#server/storage/trace-store.ts";
import { sortedBy } from "./sorts.ts";
import type { TraceRow } from "./trace-row.ts";

type TableProps = { project: string; rows: TraceRow[]; now: number; sort: TraceSort };

/** The traces, in their order, inside the form that compares two of them. */
export function TraceTable({ project, rows, now, sort }: TableProps) {
  const longestMs = Math.max(...rows.map(({ durationMs }) => durationMs));
  return (
    <table className="ledger traces">
      <caption>{sortedBy[sort]}</caption>
      <thead>
        <tr>
          <th scope="col" className="pick">
            1st
          </th>
          <th scope="col" className="pick">
            2nd
          </th>
          <th scope="col">Trace</th>
          <th scope="col" className="duration-bar">
            <span className="hidden">Share of the longest</span>
          </th>
          <th scope="col" className="number">
            Duration
          </th>
          <th scope="col" className="number spans">
            Spans
          </th>
          <th scope="col" className="number errors">
            Errors
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row key={row.traceId} {...{ project, row, index, longestMs, now }} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { project: string; row: TraceRow; index: number; longestMs: number; now: number };

function Row({ project, row, index, longestMs, now }: RowProps) {
  const { traceId, name, service, route, others, startedAt, durationMs, spans, errors } = row;
  const kept = keptSearch(useLocation().search);
  const short = traceId.slice(0, 8);
  return (
    <tr>
      <td className="pick">
        <input type="radio" name="a" value={traceId} defaultChecked={index === 0} aria-label={`${short} as first`} />
      </td>
      <td className="pick">
        <input type="radio" name="b" value={traceId} defaultChecked={index === 1} aria-label={`${short} as second`} />
      </td>
      <th scope="row">
        <div className="title">
          <Link to={{ pathname: href("/:project/traces/:trace", { project, trace: traceId }), search: kept }}>
            <b>{name || "(no name)"}</b>
          </Link>{" "}
          <span className="value">{route}</span>
        </div>
        <div className="meta">
          <code>{short}</code> · <Time at={startedAt} now={now} short /> · <bdi>{service}</bdi>
          {others && <bdi>{`, ${others}`}</bdi>}
        </div>
      </th>
      <td className="duration-bar">
        <ShareBar part={durationMs} whole={longestMs} />
      </td>
      <td className="number">{durationText(durationMs)}</td>
      <td className="number spans">{grouped(spans)}</td>
      <td className={errors > 0 ? "number errors bad" : "number errors"}>
        {errors > 0 && <span title={counted(errors, "failed span")}>{`✕ ${grouped(errors)} failed`}</span>}
      </td>
    </tr>
  );
}
