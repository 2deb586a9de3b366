import type { Key, ReactNode, Ref } from "react";
import { Link, type To } from "react-router";

/** A column's head and cells. */
export type Column<Row> = {
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /**
   * Class of its head and cells: `number`, `wide` (hidden on phones), `bar`, or a class of the
   * table.
   */
  className?: string;
  /** Sorts by this column; `order` is set if it is the current sort. */
  sort?: { to: To; order?: "ascending" | "descending" | undefined; title?: string | undefined };
  /** This column is the row header; default: the first. */
  isRowHead?: true;
  /** Its head controls the cells, such as a checkbox that selects all, and names nothing. */
  isControl?: true;
};

type TableProps<Row> = {
  caption: ReactNode;
  /** `false` columns are omitted. */
  columns: readonly (Column<Row> | false)[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => Key;
  className?: string;
  rowClass?: (row: Row) => string | undefined;
  /** The row's position in the table's chart. */
  xOf?: (row: Row) => number | undefined;
  /** Shown instead of an empty table. */
  empty?: ReactNode;
  ref?: Ref<HTMLTableElement> | undefined;
};

/** A table defined by its columns, with caption, heads, and row headers. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  className,
  rowClass,
  xOf,
  empty,
  ref,
}: TableProps<Row>) {
  const shown = columns.filter((column) => column !== false);
  const rowHead = shown.find(({ isRowHead }) => isRowHead) ?? shown[0];
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <table className={className} ref={ref}>
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

function Head({ head, className, sort, isControl }: Omit<Column<never>, "cell">) {
  if (isControl) return <td className={className}>{head}</td>;
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
