import { href, Link, useLocation } from "react-router";
import { Trend } from "#app/ui/chart/trend.tsx";
import { counted } from "#app/ui/count.ts";
import { ShareBar } from "#app/ui/share-bar.tsx";
import type { RouteSort } from "#server/domain/rollup/route-sort.ts";
import { ChangeMark, moreOften, slower } from "../change-mark.tsx";
import { apdexText, changeText, percentileText, rateText, shareText } from "../figure-text.ts";
import { windowSearch } from "../window-search.ts";
import type { RouteRow } from "./route-row.ts";
import { SortHead } from "./sort-head.tsx";

type TableProps = { project: string; rows: RouteRow[]; sort: RouteSort };

/** The routes, what they cost and whether that changed. */
export function RouteTable({ project, rows, sort }: TableProps) {
  const search = windowSearch(useLocation().search);
  const most = Math.max(...rows.map(({ share }) => share));
  return (
    <table className="ledger routes">
      <caption>Routes with their throughput, failures and durations</caption>
      <SortHead sort={sort} />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} {...{ project, row, search, most }} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ project, row, search, most }: { project: string; row: RouteRow; search: string; most: number }) {
  const { id, route, service, kind, share, apdex, p95By, isNew } = row;
  const [p50 = 0, p75 = 0, p95 = 0, p99 = 0] = row.percentiles;
  return (
    <tr>
      <th scope="row">
        <Link to={{ pathname: href("/:project/routes/:route", { project, route: String(id) }), search }}>
          <b>{route || "(no name)"}</b>
        </Link>{" "}
        <span className="meta of-phone">
          <bdi>{service}</bdi> · {kind}
        </span>
      </th>
      <td className="service">{service}</td>
      <td className="kind">{kind}</td>
      <td className="share">
        <ShareBar part={share} whole={most} /> {shareText(share)}
      </td>
      <td className="number rate">{rateText(row.perMinute)}</td>
      <td className={row.failureRate > 0 ? "number failures bad" : "number failures"}>
        {row.failureRate > 0 ? `✕ ${shareText(row.failureRate)}` : "0"}
      </td>
      <td className="number p50">{percentileText(p50)}</td>
      <td className="number p75">{percentileText(p75)}</td>
      <td className="number">{percentileText(p95)}</td>
      <td className="number p99">{percentileText(p99)}</td>
      <td className="number change">
        {isNew ? <span className="badge new">new</span> : <ChangeMark by={p95By} words={slower} />}
      </td>
      <td className="number apdex">{apdexText(apdex)}</td>
      <td className="trend">
        <TrendOf row={row} />
      </td>
    </tr>
  );
}

function TrendOf({ row: { trend, count, countBy, isNew } }: { row: RouteRow }) {
  const change = isNew ? ", new" : countBy === undefined ? "" : `, ${changeText(countBy)}`;
  return (
    <>
      <Trend packed={trend} sentence={`${counted(count, "request")}${change}`} />{" "}
      <ChangeMark by={countBy} words={moreOften} isGoodOrBad={false} />
    </>
  );
}
