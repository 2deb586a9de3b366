import { Table } from "#app/ui/table.tsx";
import type { ShownComparison } from "./shown-comparison.ts";

/** The two releases metric by metric, with the significance of each difference. */
export function FiguresTable({
  from,
  to,
  figures,
}: Pick<ShownComparison, "from" | "to" | "figures">) {
  return (
    <>
      <Table
        caption={`${from} and ${to} side by side`}
        rows={figures}
        keyOf={({ name }) => name}
        columns={[
          { head: "Metric", cell: ({ name }) => name },
          {
            head: from,
            className: "number",
            cell: (figure) => <Value value={figure.from} note={figure.fromRange} />,
          },
          {
            head: to,
            className: "number",
            cell: (figure) => <Value value={figure.to} note={figure.toRange} />,
          },
          {
            head: "Difference",
            className: "number",
            cell: ({ difference, change, isWorse }) => (
              <span className={isWorse ? "bad" : undefined}>
                {difference}
                {change && <small>{change}</small>}
              </span>
            ),
          },
          {
            head: "Significant",
            className: "wide",
            cell: ({ verdict, isWorse }) => (
              <span className={isWorse ? "bad" : undefined}>{verdict}</span>
            ),
          },
        ]}
      />
      <p className="meta">
        Req/min covers the time during which the release received requests. The small ranges are 95%
        confidence intervals. Percentiles differ significantly if their intervals don't overlap.
        Failure rates are compared with a two-proportion test.
      </p>
    </>
  );
}

const Value = ({ value, note }: { value: string; note: string | undefined }) => (
  <>
    {value}
    {note && <small className="wide">{note}</small>}
  </>
);
