import { counted } from "#server/domain/count.ts";
import { SampledSentence } from "#app/ui/form/sampled-sentence.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Legend } from "../legend.tsx";
import type { List } from "./route-list.tsx";
import type { RouteRow } from "./route-row.ts";
import { RouteTable } from "./route-table.tsx";
import { TotalsLine } from "./totals.tsx";

export function RouteRows({
  project,
  totals,
  period,
  sort,
  from,
  next,
  traces,
  now,
  ...list
}: List & { project: string }) {
  const rows = JSON.parse(list.rows) as RouteRow[];
  return (
    <>
      <RouteTable {...{ project, rows, sort }} />
      {(next !== undefined || from > 0) && (
        <p className="meta">{`${from + 1} to ${from + rows.length} of ${counted(totals.routes, "route")}`}</p>
      )}
      <Pager next={next} label="Pages of routes" />
      <TotalsLine {...{ totals, period, now }} />
      <SampledSentence traces={traces} />
      <Legend />
    </>
  );
}
