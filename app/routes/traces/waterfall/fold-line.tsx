import { grouped } from "#server/domain/count.ts";
import { depthClass } from "#app/ui/trace/depth-class.ts";
import { refold, unfold } from "#server/domain/trace/waterfall/change-view.ts";
import type { FoldRow } from "#server/domain/trace/waterfall/draw-trace.ts";
import type { TraceView } from "#server/domain/trace/waterfall/trace-view.ts";
import type { WaterfallLinks } from "../trace-links.ts";
import { Op } from "./op.tsx";
import { RowBars } from "./row-bars.tsx";
import { ServiceTag } from "./service-tag.tsx";

/**
 * Similar siblings: `214 × SELECT`, from first start to last end, with the sum of their durations.
 */
export function FoldLine(props: {
  row: FoldRow;
  service: string;
  view: TraceView;
  links: WaterfallLinks;
}) {
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
            aria-label={`${isOpen ? "Collapse" : "Expand"} ${times}`}
          >
            {isOpen ? "▾" : "▸"}
          </a>
          <Op op={row.op} />
          <span className="times">{times}</span>
          {failedCount > 0 && <span className="bad">{`✕ ${grouped(failedCount)} failed`}</span>}
          <a className="meta" href={links.span?.(longestSpanId, unfold(view, key))}>
            {`longest ${longest.value} ${longest.unit}`}
          </a>
          <ServiceTag index={row.service} name={service} />
        </div>
      </th>
      <td>
        <RowBars
          service={row.service}
          bar={row.bar}
          critical={row.critical}
          duration={`${total.value} ${total.unit}`}
        />
        {row.critical && <span className="hidden">On critical path</span>}
      </td>
    </tr>
  );
}
