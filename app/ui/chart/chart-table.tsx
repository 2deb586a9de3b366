import type { ReactNode } from "react";
import { type Column, Table } from "#app/ui/table.tsx";

type ChartTableProps = {
  caption: string;
  /** The first is the row header. */
  columns: readonly string[];
  rows: readonly ChartRow[];
};

/**
 * `x` (`rowX`): the row's position in the chart, in thousandths of its width from the left, where
 * scripts read values.
 */
type ChartRow = { key: string; x?: number; cells: readonly ReactNode[] };

/** The data of the chart above it. Collapsed by default; expanded in print. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  const column = (head: string, index: number): Column<ChartRow> => ({
    head,
    cell: ({ cells }) => cells[index],
    ...(index > 0 && { className: "number" }),
  });
  return (
    <details className="chart-table">
      <summary>View as table</summary>
      <Table
        caption={caption}
        columns={columns.map(column)}
        rows={rows}
        keyOf={({ key }) => key}
        xOf={({ x }) => x}
      />
    </details>
  );
}

/** The `x` of a row for this time. */
export const rowX = ({ since, until }: { since: number; until: number }, time: number): number =>
  Math.round((1000 * (time - since)) / (until - since));
