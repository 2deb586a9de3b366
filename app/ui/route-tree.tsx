import { Link, type To } from "react-router";
import { BarRect } from "./bar.tsx";
import { Branch } from "./branch.tsx";
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
      <table className="ledger route-tree">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col" className="route-bars">
              Loader
            </th>
            <th scope="col" className="number">
              Time
            </th>
            <th scope="col" className="number blocked">
              Blocked
            </th>
            <th scope="col" className="why">
              Why
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
  const { routeId, path, depth, spanId, ran, status, why, bars, time, blocked } = row;
  const name = <code>{routeId}</code>;
  return (
    <tr>
      <th scope="row" className={depthClass(depth)} title={path}>
        <Branch depth={depth} />
        {spanId === undefined || !toSpan ? name : <Link to={toSpan(spanId)}>{name}</Link>}
        {path !== undefined && path !== routeId && <span className="path">{` ${path}`}</span>}
        {ran !== undefined && <span className="path">{` · ${ran}`}</span>}
        <span className={status === "error" ? "why-below bad" : "why-below"}>{why}</span>
      </th>
      <td className="route-bars">
        <svg aria-hidden="true" width="100%" height="8">
          {bars.map((bar, index) => (
            <BarRect key={index} {...bar} y={0} height={8} className={bar.tone} />
          ))}
        </svg>
      </td>
      <td className="number">{time}</td>
      <td className="number blocked">{blocked}</td>
      <td className={status === "error" ? "why bad" : "why"}>{why}</td>
    </tr>
  );
}
