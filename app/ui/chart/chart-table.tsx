import type { ReactNode } from "react";

type ChartTableProps = {
  caption: string;
  /** The first names the rows. */
  columns: readonly string[];
  /** `x` (`rowX`): where the row is in the chart, thousandths of its width from the left; scripts read values there. */
  rows: readonly { key: string; x?: number; cells: readonly ReactNode[] }[];
};

/** The data of the chart above it. Closed until asked for; open on paper. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <details className="chart-table">
      <summary>View as table</summary>
      <table className="ledger">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index > 0 ? "number" : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, x, cells: [head, ...cells] }) => (
            <tr key={key} data-x={x}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The `x` of a row about this time. */
export const rowX = ({ since, until }: { since: number; until: number }, time: number): number =>
  Math.round((1000 * (time - since)) / (until - since));
