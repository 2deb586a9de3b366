import type { ReactNode } from "react";

type ChartTableProps = {
  caption: string;
  /** The first names the rows. */
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** The same data as the chart above it, in words. Closed until asked for; open on paper. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <details className="chart-table">
      <summary>As a table</summary>
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
          {rows.map(({ key, cells: [head, ...cells] }) => (
            <tr key={key}>
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
