import type { Key, ReactNode } from "react";
import { Link, type To } from "react-router";

/** What a column is called and what it says of a row. */
export type Column<Row> = {
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /**
   * Of its head and its cells: `number`, `wide` (hidden on phones), `bar`, or a class of the
   * table's own.
   */
  className?: string;
  /** Orders the table by this column; `order` is there where it does. */
  sort?: { to: To; order?: "ascending" | "descending" | undefined; title?: string | undefined };
  /** This column names the row. Otherwise the first one does. */
  isRowHead?: true;
};

type TableProps<Row> = {
  caption: ReactNode;
  /** What is `false` is left out. */
  columns: readonly (Column<Row> | false)[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => Key;
  className?: string;
  rowClass?: (row: Row) => string | undefined;
  /** Where a row is in the chart that the table belongs to. */
  xOf?: (row: Row) => number | undefined;
  /** Instead of a table without rows. */
  empty?: ReactNode;
};

/** A table by its columns: caption, heads, and a row header come with it. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  className,
  rowClass,
  xOf,
  empty,
}: TableProps<Row>) {
  const shown = columns.filter((column) => column !== false);
  const rowHead = shown.find(({ isRowHead }) => isRowHead) ?? shown[0];
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <table className={className}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {shown.map((column, index) => (
            <Head key={index} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} className={rowClass?.(row)} data-x={xOf?.(row)}>
            {shown.map((column, place) =>
              column === rowHead ? (
                <th key={place} scope="row" className={column.className}>
                  {column.cell(row, index)}
                </th>
              ) : (
                <td key={place} className={column.className}>
                  {column.cell(row, index)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ head, className, sort }: Pick<Column<never>, "head" | "className" | "sort">) {
  return (
    <th scope="col" className={className} aria-sort={sort?.order} title={sort?.title}>
      {sort ? (
        <Link to={sort.to} preventScrollReset>
          {head}
        </Link>
      ) : (
        head
      )}
      {sort?.order && <span aria-hidden="true">{sort.order === "ascending" ? " ↑" : " ↓"}</span>}
    </th>
  );
}
