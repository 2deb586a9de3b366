import { href, Link, useParams } from "react-router";
import { SpanLink } from "#app/routes/routes/findings/span-link.tsx";
import { depthClass } from "#app/ui/trace/depth-class.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { counted, grouped } from "#server/domain/count.ts";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { FoldRow, SpanRow, TraceRow } from "#server/domain/trace/waterfall/draw-trace.ts";
import { AxisGrid, AxisHead } from "../waterfall/axis-head.tsx";
import { Op } from "../waterfall/op.tsx";
import { unpackedRows } from "../waterfall/packed-drawing.ts";
import { RowBars } from "../waterfall/row-bars.tsx";
import { ServiceTag } from "../waterfall/service-tag.tsx";
import type { ShownWaterfall } from "./shown-waterfalls.ts";
import type { ComparedTrace } from "./sides.tsx";

type Side = ComparedTrace & { waterfall: ShownWaterfall };

/** Both waterfalls on one axis, one above the other. */
export function Waterfalls({ a, b, isSlower }: { a: Side; b: Side; isSlower: boolean }) {
  return (
    <section className="part" id="waterfalls">
      <h2>Waterfalls</h2>
      <Drawn name="A" side={a} tone="meta" />
      <Drawn name="B" side={b} tone={isSlower ? "bad" : "meta"} />
    </section>
  );
}

type DrawnProps = { name: "A" | "B"; side: Side; tone: "bad" | "meta" };

function Drawn({ name, side, tone }: DrawnProps) {
  const { waterfall, traceId, durationMs } = side;
  const { axis, services, fromServer, notes, isPart } = waterfall;
  const rows = unpackedRows(waterfall);
  return (
    <div className={fromServer ? "part from-server" : "part"}>
      <h3>{`${name}, ${durationText(durationMs)}`}</h3>
      <div className="waterfall-box">
        <AxisGrid axis={axis} />
        <table className="waterfall">
          <caption>{`Spans of ${name} by start time, each below its parent`}</caption>
          <AxisHead axis={axis} rows={[]} />
          <tbody>
            {rows.map((row, index) =>
              row.kind === "more" ? (
                <More key={index} row={row} side={side} />
              ) : (
                <Line
                  key={index}
                  {...{ row, traceId, tone }}
                  service={services[row.service]!}
                  note={notes[spanOf(row)]}
                />
              ),
            )}
          </tbody>
        </table>
      </div>
      {isPart && (
        <p className="meta">
          Only the marked spans and those around them. <WholeTrace {...side} />
        </p>
      )}
    </div>
  );
}

const spanOf = (row: SpanRow | FoldRow): SpanId =>
  row.kind === "span" ? row.spanId : row.longestSpanId;

type LineProps = {
  row: SpanRow | FoldRow;
  service: string;
  traceId: string;
  /** Of a marked span. */
  note: string | undefined;
  tone: DrawnProps["tone"];
};

function Line({ row, service, traceId, note, tone }: LineProps) {
  const isFailed = row.kind === "span" && row.flags.includes("failed");
  const name = row.kind === "span" ? row.name : `${grouped(row.count)} × ${row.label}`;
  const { value, unit } = row.kind === "span" ? row.duration : row.total;
  return (
    <tr className={row.kind === "fold" ? "fold-line" : undefined}>
      <th scope="row" className={depthClass(row.depth)}>
        <div>
          <Op op={row.op} />
          <SpanLink to={{ traceId: traceId as TraceId, spanId: spanOf(row) }}>
            {note === undefined ? name || "(no name)" : <b>{name}</b>}
          </SpanLink>
          {isFailed && <span className="bad">✕ failed</span>}
          {note && <span className={tone}>{note}</span>}
          <ServiceTag index={row.service} name={service} />
        </div>
      </th>
      <td>
        <RowBars
          service={row.service}
          isFailed={isFailed}
          bar={row.bar}
          critical={row.critical}
          duration={`${value} ${unit}`}
        />
      </td>
    </tr>
  );
}

type MoreProps = { row: TraceRow & { kind: "more" }; side: ComparedTrace };

function More({ row: { count, depth }, side }: MoreProps) {
  return (
    <tr>
      <td colSpan={2} className={depthClass(depth)}>
        {`${grouped(count)} more. `}
        <WholeTrace {...side} />
      </td>
    </tr>
  );
}

function WholeTrace({ traceId, spans }: ComparedTrace) {
  const { project = "" } = useParams();
  return (
    <Link to={href("/:project/traces/:trace", { project, trace: traceId })}>
      {`All ${counted(spans, "span")}`}
    </Link>
  );
}
