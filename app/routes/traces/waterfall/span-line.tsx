import { memo } from "react";
import { counted } from "#server/domain/count.ts";
import { depthClass } from "#app/ui/trace/depth-class.ts";
import { collapse, expand, focusOn } from "#server/domain/trace/waterfall/change-view.ts";
import type { SpanFlag, SpanRow } from "#server/domain/trace/waterfall/draw-trace.ts";
import type { TraceView } from "#server/domain/trace/waterfall/trace-view.ts";
import type { IssueLink } from "../trace-failures.ts";
import type { WaterfallLinks } from "../trace-links.ts";
import { Op } from "./op.tsx";
import { RowBars } from "./row-bars.tsx";
import { ServiceTag } from "./service-tag.tsx";

type Props = {
  row: SpanRow;
  service: string;
  view: TraceView;
  links: WaterfallLinks;
  isSelected: boolean;
  issues?: IssueLink[];
};

/** Bold distinguishes the application's route steps from calls and middleware. */
const isStep = /^(?:client )?(?:loader|action|render)\b/;

// Plain `<a>` instead of `Link`, whose hooks would be most of the page's cost; `useFollowLinks`
// handles them.
export const SpanLine = memo(function SpanLine({
  row,
  service,
  view,
  links,
  isSelected,
  issues,
}: Props) {
  const { spanId, depth, name, duration, below, hidden = 0, critical } = row;
  return (
    <tr id={below && spanId} className={isSelected ? "selected" : undefined}>
      <th scope="row" className={depthClass(depth)}>
        <div>
          <Toggle row={row} view={view} links={links} />
          <Op op={row.op} />
          {links.span ? (
            <a href={links.span(spanId)} aria-current={isSelected || undefined}>
              {depth === 0 || isStep.test(name) ? <b>{name}</b> : name || "(no name)"}
            </a>
          ) : (
            <span>{name || "(no name)"}</span>
          )}
          {row.flags.map(
            (flag) =>
              remarks[flag] && (
                <Remark key={flag} flag={flag} isShort={flag === "failed" && !!issues} />
              ),
          )}
          {issues?.map(({ shortId, title, eventId }) => (
            <a
              key={shortId}
              className="span-issue"
              type="text/html"
              href={links.issue?.(shortId, eventId)}
              title={title}
            >
              {shortId}
            </a>
          ))}
          {hidden > 0 && (
            <span
              className="meta"
              title={counted(hidden, "span below", "spans below")}
            >{`+${hidden}`}</span>
          )}
          {below && depth > 0 && (
            <a
              className="focus"
              href={links.to(focusOn(view, spanId))}
              aria-label={`Focus on ${name}`}
            >
              ◎
            </a>
          )}
          <ServiceTag index={row.service} name={service} />
        </div>
      </th>
      <td>
        <RowBars
          service={row.service}
          isFailed={row.flags.includes("failed")}
          bar={row.bar}
          critical={critical}
          duration={`${duration.value} ${duration.unit}`}
        />
        {critical && <span className="hidden">On critical path</span>}
      </td>
    </tr>
  );
});

function Toggle({
  row: { spanId, name, below },
  view,
  links,
}: Pick<Props, "row" | "view" | "links">) {
  if (below === undefined) return null;
  const isOpen = below === "open";
  return (
    <a
      className="toggle"
      href={links.to((isOpen ? collapse : expand)(view, spanId), spanId)}
      aria-label={`${isOpen ? "Collapse" : "Expand"} ${name}`}
    >
      {isOpen ? "▾" : "▸"}
    </a>
  );
}

/** Details that the bar doesn't show. */
const remarks: Partial<Record<SpanFlag, string>> = {
  failed: "✕ failed",
  orphan: "parent missing",
  cycle: "circular parent",
  "cached-load": "another page load",
  report: "reported separately",
};

/** `isShort`: the link to an issue has the details. */
function Remark({ flag, isShort }: { flag: SpanFlag; isShort: boolean }) {
  if (isShort)
    return (
      <span className="bad">
        ✕<span className="hidden"> failed</span>
      </span>
    );
  return <span className={flag === "failed" ? "bad" : "meta"}>{remarks[flag]}</span>;
}
