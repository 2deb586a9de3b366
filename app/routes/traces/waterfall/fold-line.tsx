import { grouped } from "#app/ui/count.ts";
import { depthClass } from "#app/ui/depth-class.ts";
import { refold, unfold } from "#server/domain/trace/change-view.ts";
import type { FoldRow } from "#server/domain/trace/draw-trace.ts";
import type { TraceView } from "#server/domain/trace/trace-view.ts";
import type { WaterfallLinks } from "../trace-links.ts";
import { RowBars } from "./row-bars.tsx";

/** Siblings that do the same: `214 × SELECT`, from the first start to the last end, and their durations added up. */
export function FoldLine(props: { row: FoldRow; service: string; view: TraceView; links: WaterfallLinks }) {
  const { row, service, view, links } = props;
  const { key, depth, label, count, total, longest, longestSpanId, failedCount, isOpen } = row;
  const times = `${grouped(count)} × ${label}`;
  return (
    <tr id={key} className="fold-line">
      <th scope="row" className={depthClass(depth)}>
        <div>
          <a
            className="toggle"
            href={links.to((isOpen ? refold : unfold)(view, key), key)}
            aria-label={`${isOpen ? "Fold" : "Unfold"} ${times}`}
          >
            {isOpen ? "▾" : "▸"}
          </a>
          {row.op && <span className="op">{row.op}</span>}
          <span className="times">{times}</span>
          <span className="service">{service}</span>
          {failedCount > 0 && <span className="bad">{`✕ ${grouped(failedCount)} failed`}</span>}
          <a className="meta" href={links.span?.(longestSpanId)}>
            {`longest ${longest.value} ${longest.unit}`}
          </a>
        </div>
      </th>
      <td>
        <RowBars service={row.service} bar={row.bar} critical={row.critical} />
      </td>
      <td className="lasted">{`${total.value} ${total.unit}`}</td>
    </tr>
  );
}
