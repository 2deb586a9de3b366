import { type ReactNode, useMemo } from "react";
import { useParams } from "react-router";
import { useFollowLinks } from "#app/enhance/follow-links.ts";
import { depthClass } from "#app/ui/trace/depth-class.ts";
import { serviceClass } from "#app/ui/trace/service-class.ts";
import { counted, grouped } from "#server/domain/count.ts";
import {
  toggleAll,
  toggleErrors,
  toggleRaw,
  unfocus,
} from "#server/domain/trace/waterfall/change-view.ts";
import type { MoreRow } from "#server/domain/trace/waterfall/outline.ts";
import type { TraceView } from "#server/domain/trace/waterfall/trace-view.ts";
import type { Counts } from "../trace-head.tsx";
import type { IssueLink } from "../trace-failures.ts";
import type { WaterfallLinks } from "../trace-links.ts";
import { AxisGrid, AxisHead } from "./axis-head.tsx";
import { FoldLine } from "./fold-line.tsx";
import { type PackedDrawing, unpackedRows } from "./packed-drawing.ts";
import { SpanLine } from "./span-line.tsx";

type Props = {
  view: TraceView;
  drawing: PackedDrawing;
  counts: Pick<Counts, "failed" | "shifted">;
  links: WaterfallLinks;
  /** By span, if the viewer can see issues. */
  issues?: { [spanId: string]: IssueLink[] };
  /** The panel of the selected span. */
  children?: ReactNode;
};

/**
 * One row per span on one axis. Every row links to its span, and every change of the view is a
 * link.
 */
export function Waterfall({ view, drawing, counts, links, issues, children }: Props) {
  const rows = useMemo(() => unpackedRows(drawing), [drawing]);
  const { span: selected } = useParams();
  const drawn = useFollowLinks<HTMLDivElement>({ within: "view" });
  const { axis, services, fromServer } = drawing;
  return (
    <section className={fromServer ? "part from-server" : "part"}>
      <div className="waterfall-columns">
        <div ref={drawn}>
          <div className="row waterfall-tools">
            <h2 id="waterfall">Waterfall</h2>
            <Legend services={services} hasFailed={counts.failed > 0} />
            <ViewLinks view={view} links={links} hasErrors={counts.failed > 0} />
          </div>
          <SkewSentence view={view} links={links} shifted={counts.shifted} />
          <div className="waterfall-box">
            <AxisGrid axis={axis} />
            <table className="waterfall">
              <caption>Spans by start time, each below its parent</caption>
              <AxisHead axis={axis} rows={rows} />
              <tbody>
                {rows.map((row, index) => {
                  if (row.kind === "more")
                    return <MoreLine key={`more ${index}`} row={row} to={links.to(row.view)} />;
                  const service = services[row.service]!;
                  if (row.kind === "fold")
                    return <FoldLine key={row.key} {...{ row, service, view, links }} />;
                  const isSelected = row.spanId === selected;
                  return (
                    <SpanLine
                      key={row.spanId}
                      {...{ row, service, view, links, isSelected }}
                      issues={issues?.[row.spanId]}
                    />
                  );
                })}
              </tbody>
            </table>
            {rows.length === 0 && <p className="empty">No spans match this view.</p>}
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}

/** A link to rows beyond the page's limit. */
function MoreLine({ row: { where, count, depth }, to }: { row: MoreRow; to: string }) {
  return (
    <tr>
      <td colSpan={2} className={depthClass(depth)}>
        <a href={to}>{`${grouped(count)} ${where === "before" ? "earlier" : "more"}`}</a>
      </td>
    </tr>
  );
}

/** States that clocks were corrected, with a link to the times as sent. */
function SkewSentence({
  view,
  links,
  shifted,
}: {
  view: TraceView;
  links: WaterfallLinks;
  shifted: number;
}) {
  if (!view.raw && shifted === 0) return null;
  const [sentence, link] = view.raw
    ? ["Times as sent, without clock correction.", "Correct clock skew"]
    : [`Clock skew: ${counted(shifted, "span")} adjusted to fit their parents.`, "Times as sent"];
  return (
    <p className="meta">
      {`${sentence} `}
      <a href={links.to(toggleRaw(view), "waterfall")}>{link}</a>
    </p>
  );
}

/** Links that change the whole view. */
function ViewLinks(props: { view: TraceView; links: WaterfallLinks; hasErrors: boolean }) {
  const { view, links, hasErrors } = props;
  return (
    <p className="row view-links">
      {(hasErrors || view.onlyErrors) && (
        <a href={links.to(toggleErrors(view), "waterfall")}>
          {view.onlyErrors ? "All spans" : "Errors only"}
        </a>
      )}{" "}
      {(view.focus || view.zoom) && <a href={links.to(unfocus(view), "waterfall")}>Whole trace</a>}{" "}
      <a href={links.to(toggleAll(view), "waterfall")}>
        {view.all ? "Collapse similar spans" : "Expand all"}
      </a>
    </p>
  );
}

const named = 16;

/** Colors of services; rows also name theirs. */
function Legend({ services, hasFailed }: { services: string[]; hasFailed: boolean }) {
  return (
    <ul className="row legend" aria-label="Services">
      {services.slice(0, named).map((service, place) => (
        <li key={service}>
          <svg className={serviceClass(place)} aria-hidden="true" width="8" height="8">
            <rect width="8" height="8" />
          </svg>{" "}
          {service}
        </li>
      ))}
      {services.length > named && (
        <li className="meta">{`and ${grouped(services.length - named)} more`}</li>
      )}
      {hasFailed && (
        <li>
          <svg className="failed" aria-hidden="true" width="8" height="8">
            <rect width="8" height="8" />
          </svg>{" "}
          Failed
        </li>
      )}
      <li>
        <svg aria-hidden="true" width="14" height="8">
          <rect className="critical" y="4" width="14" height="2" />
        </svg>{" "}
        Critical path
      </li>
    </ul>
  );
}
