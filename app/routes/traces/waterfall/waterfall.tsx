import { type ReactNode, useMemo } from "react";
import { useParams } from "react-router";
import { useFollowLinks } from "#app/enhance/follow-links.ts";
import type { TraceView } from "#server/domain/trace/trace-view.ts";
import type { Counts } from "../trace-head.tsx";
import type { IssueLink } from "../trace-failures.ts";
import type { WaterfallLinks } from "../trace-links.ts";
import { AxisGrid, AxisHead } from "./axis-head.tsx";
import { FoldLine } from "./fold-line.tsx";
import { Legend } from "./legend.tsx";
import { MoreLine } from "./more-line.tsx";
import { type PackedDrawing, unpackedRows } from "./packed-drawing.ts";
import { SkewSentence } from "./skew-sentence.tsx";
import { SpanLine } from "./span-line.tsx";
import { ViewLinks } from "./view-links.tsx";

type Props = {
  view: TraceView;
  drawing: PackedDrawing;
  counts: Pick<Counts, "failed" | "shifted">;
  links: WaterfallLinks;
  /** By span; where a reader may see issues. */
  issues?: { [spanId: string]: IssueLink[] };
  /** The panel of the selected span. */
  children?: ReactNode;
};

/** A row a span, on one axis. Every row is a link to its span; every change of the view is a link too. */
export function Waterfall({ view, drawing, counts, links, issues, children }: Props) {
  const rows = useMemo(() => unpackedRows(drawing), [drawing]);
  const { span: selected } = useParams();
  const drawn = useFollowLinks<HTMLDivElement>({ within: "view" });
  const { axis, services } = drawing;
  return (
    <section className="part">
      <div className="waterfall-columns">
        <div ref={drawn}>
          <div className="row waterfall-tools">
            <h2 id="waterfall">Waterfall</h2>
            <Legend services={services} />
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
                  if (row.kind === "more") return <MoreLine key={`more ${index}`} row={row} to={links.to(row.view)} />;
                  const service = services[row.service]!;
                  if (row.kind === "fold") return <FoldLine key={row.key} {...{ row, service, view, links }} />;
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
