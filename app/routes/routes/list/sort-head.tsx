import { Link, useLocation } from "react-router";
import { printRouteSort, risesFirst, type RouteSort } from "#server/domain/rollup/route-sort.ts";
import { columnHeads } from "./column-heads.ts";

/** Every column orders the list by a link; the one that does turns the order round. */
export function SortHead({ sort }: { sort: RouteSort }) {
  const { search } = useLocation();
  return (
    <thead>
      <tr>
        {columnHeads.map(({ column, text, title, className }) => {
          const isSorted = sort.column === column;
          const ascending = isSorted ? !sort.ascending : risesFirst(column);
          const ariaSort = isSorted ? (sort.ascending ? "ascending" : "descending") : undefined;
          return (
            <th key={column} scope="col" className={className} aria-sort={ariaSort} title={title}>
              <Link to={{ search: withSort(search, { column, ascending }) }} preventScrollReset>
                {text}
              </Link>
              {isSorted && <span aria-hidden="true">{sort.ascending ? " ↑" : " ↓"}</span>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Another order begins at its first page. */
function withSort(search: string, sort: RouteSort): string {
  const params = new URLSearchParams(search);
  params.set("sort", printRouteSort(sort));
  params.delete("cursor");
  return params.toString();
}
