import { Link, type To } from "react-router";
import { BarRect } from "#app/ui/chart/bar.tsx";
import { BarLabel } from "#app/ui/chart/bar-label.tsx";
import { depthClass } from "./depth-class.ts";
import { percentage } from "#app/ui/format/percentage.ts";
import type { ShownRoute, ShownRouteTree } from "./shown-route-tree.ts";

type Props = {
  tree: ShownRouteTree;
  /** The table's name for screen readers. */
  caption: string;
  /** URL of a row's span; absent if spans have no pages. */
  toSpan?: (spanId: string) => To;
};

/**
 * The application's nested routes with the durations of their loaders on one axis, and the reason
 * for waits.
 */
export function RouteTreeTable({ tree, caption, toSpan }: Props) {
  return (
    <>
      <table className="route-tree">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col" className="route-bars">
              <span className="hidden">Loader</span>
              <svg aria-hidden="true" width="100%" height="20">
                {tree.ticks
                  .filter(({ at }) => at < lastTick)
                  .map(({ at, label }) => (
                    <text key={label} x={percentage(at)} y="14">
                      {label}
                    </text>
                  ))}
              </svg>
            </th>
            <th scope="col" className="why">
              Notes
            </th>
          </tr>
        </thead>
        <tbody>
          {tree.rows.map((row, index) => (
            <RouteRow key={`${row.routeId} ${index}`} {...{ row, tree, toSpan }} />
          ))}
        </tbody>
        <TreeFoot {...tree} />
      </table>
      {tree.missing.length > 0 && <p className="meta">{tree.missing.join(" ")}</p>}
    </>
  );
}

function RouteRow({ row, tree, toSpan }: { row: ShownRoute } & Pick<Props, "tree" | "toSpan">) {
  const { routeId, path, depth, spanId, ran, status, why, isSlowest } = row;
  const label =
    spanId === undefined || !toSpan ? routeId : <Link to={toSpan(spanId)}>{routeId}</Link>;
  return (
    <tr className={isSlowest ? "blocking" : undefined}>
      <th scope="row" className={depthClass(depth)} title={path}>
        <div className="nest">
          <b>{label}</b>
          {path !== undefined && path !== routeId && <span className="meta">{` ${path}`}</span>}
          {ran !== undefined && <small>{ran}</small>}
        </div>
      </th>
      <td className="route-bars">
        <RouteBars {...row} {...tree} />
      </td>
      <td className={status === "error" ? "why bad" : "why"}>{why}</td>
    </tr>
  );
}

const rowHeight = 42;
/** Later labels are omitted, because another column follows. */
const lastTick = 0.92;

function RouteBars({
  bars,
  time,
  pending,
  sent,
}: Pick<ShownRoute, "bars" | "time"> & ShownRouteTree) {
  const longest = bars.reduce(
    (most, bar) => (bar.width > (most?.width ?? -1) ? bar : most),
    bars[0],
  );
  const hasTexts = bars.some(({ text }) => text !== undefined);
  return (
    <svg width="100%" height={rowHeight}>
      <Behind {...{ pending, sent }} height={rowHeight + 1} />
      {bars.map((bar, index) => (
        <g key={index} className={bar.tone}>
          <BarRect {...bar} y={14} height={14} />
          {bar.text !== undefined && (
            // As wide as the bar: on a narrow axis, the text is clipped there instead of
            // overlapping the next.
            <svg
              className="cut"
              x={percentage(bar.at)}
              y="28"
              width={percentage(bar.width)}
              height="14"
            >
              <text className="call" x="2" y="10">
                {bar.text}
              </text>
            </svg>
          )}
        </g>
      ))}
      {hasTexts ? (
        <text x={percentage(longest!.at)} dx="2" y="10">
          {time}
        </text>
      ) : (
        <BarLabel bar={longest} text={time} />
      )}
    </svg>
  );
}

/** When only one route was pending, when the loaders started, and when the response was sent. */
function Behind({
  pending,
  sent,
  height,
}: Pick<ShownRouteTree, "pending" | "sent"> & { height: number }) {
  return (
    <>
      {pending?.bars.map((bar, index) => (
        <BarRect key={index} {...bar} y={0} height={height} className="pending" />
      ))}
      {sent &&
        [sent.from, sent.to].map((at) => (
          <line key={at} x1={percentage(at)} x2={percentage(at)} y1="0" y2={height} />
        ))}
    </>
  );
}

const footHeight = 22;
/** With the response's label below the other. */
const twoLines = 36;
/** Texts at later times end there instead. */
const lastStart = 0.7;

const beside = (at: number) => ({
  x: percentage(at),
  ...(at > lastStart ? { dx: -4, textAnchor: "end" as const } : { dx: 4 }),
});

function TreeFoot({ pending, sent }: ShownRouteTree) {
  if (!pending && !sent) return null;
  const at = pending?.bars[0]?.at ?? 0;
  const height = pending && sent ? twoLines : footHeight;
  return (
    <tfoot>
      <tr>
        <td>
          <span className="hidden">Axis</span>
        </td>
        <td className="route-bars">
          <svg width="100%" height={height}>
            <Behind {...{ pending, sent }} height={6} />
            {pending && (
              <text className="call" y="18" {...beside(at)}>
                {pending.text}
              </text>
            )}
            {sent && (
              <>
                <line x1={percentage(sent.to)} x2={percentage(sent.to)} y2={height} />
                <text y={height - 4} {...beside(sent.to)}>
                  Response sent
                </text>
              </>
            )}
          </svg>
        </td>
        <td className="why roomy">Bars: calls in color, self time in gray</td>
      </tr>
    </tfoot>
  );
}
