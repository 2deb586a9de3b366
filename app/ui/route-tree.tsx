import { Link, type To } from "react-router";
import { BarRect } from "./bar.tsx";
import { BarLabel } from "./bar-label.tsx";
import { depthClass } from "./depth-class.ts";
import type { ShownRoute, ShownRouteTree } from "./shown-route-tree.ts";

type Props = {
  tree: ShownRouteTree;
  /** What the table is called, for who cannot see what it stands under. */
  caption: string;
  /** The address of a row's span; absent where spans have no pages. */
  toSpan?: (spanId: string) => To;
};

/** The application's nested routes with what each one's loader took, on one axis, and why. */
export function RouteTreeTable({ tree, caption, toSpan }: Props) {
  return (
    <>
      <table className="route-tree">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col" className="route-bars">
              Loader
            </th>
            <th scope="col" className="why">
              Notes
            </th>
          </tr>
        </thead>
        <tbody>
          {tree.rows.map((row, index) => (
            <RouteRow key={`${row.routeId} ${index}`} row={row} toSpan={toSpan} />
          ))}
        </tbody>
      </table>
      {tree.missing.length > 0 && <p className="meta">{tree.missing.join(" ")}</p>}
    </>
  );
}

function RouteRow({ row, toSpan }: { row: ShownRoute } & Pick<Props, "toSpan">) {
  const { routeId, path, depth, spanId, ran, status, why, bars, time, blocked, isSlowest } = row;
  const label = spanId === undefined || !toSpan ? routeId : <Link to={toSpan(spanId)}>{routeId}</Link>;
  const last = bars.at(-1);
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
        <svg width="100%" height="42">
          {bars.map((bar, index) => (
            <BarRect key={index} {...bar} y={14} height={14} className={bar.tone} />
          ))}
          <BarLabel bar={last} text={time} />
        </svg>
      </td>
      <td className={status === "error" ? "why bad" : "why"}>
        {why}
        {blocked && <b> Blocked the response for {blocked}</b>}
      </td>
    </tr>
  );
}
