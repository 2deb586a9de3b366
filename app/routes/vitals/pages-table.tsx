import { Link, useLocation } from "react-router";
import { grouped } from "#app/ui/count.ts";
import { printVitalSort, type VitalColumn, type VitalPage, type VitalSort } from "#server/domain/vital/vital-pages.ts";
import { vitalNames } from "#server/domain/vital/vital.ts";
import { vitalSearch } from "./vital-search.ts";
import { VitalValue } from "./vital-value.tsx";
import { vitalWords } from "./vital-words.ts";

/** Where there is no room for all, the three that search engines look at remain. */
const classOf = (column: VitalColumn) => (["fcp", "ttfb", "hydration"].includes(column) ? "number more" : "number");

export function PagesTable({ pages, sort }: { pages: readonly VitalPage[]; sort: VitalSort }) {
  const { search } = useLocation();
  return (
    <table className="vitals">
      <caption>Web vitals by page: what three of four visits stay within</caption>
      <thead>
        <tr>
          <Head column="page" text="Page" sort={sort} />
          <Head column="visits" text="Visits" sort={sort} />
          {vitalNames.map((vital) => (
            <Head key={vital} column={vital} text={vitalWords[vital].short} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {pages.map(({ route, visits, figures }) => (
          <tr key={route}>
            <th scope="row">
              <Link to={{ search: vitalSearch(search, { route, sort: undefined }) }}>{route || noPage}</Link>
            </th>
            <td className="number">{grouped(visits)}</td>
            {vitalNames.map((vital) => (
              <td key={vital} className={classOf(vital)}>
                <VitalValue figures={figures[vital]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Late vitals of visits whose page load never came through. */
export const noPage = "(page not told)";

function Head({ column, text, sort }: { column: VitalColumn; text: string; sort: VitalSort }) {
  const { search } = useLocation();
  const isSorted = sort.column === column;
  const ascending = isSorted ? !sort.ascending : column === "page";
  return (
    <th
      scope="col"
      className={column === "page" ? undefined : classOf(column)}
      aria-sort={isSorted ? (sort.ascending ? "ascending" : "descending") : undefined}
      title={column === "page" || column === "visits" ? undefined : vitalWords[column].full}
    >
      <Link to={{ search: vitalSearch(search, { sort: printVitalSort({ column, ascending }) }) }} preventScrollReset>
        {text}
      </Link>
      {isSorted && <span aria-hidden="true">{sort.ascending ? " ↑" : " ↓"}</span>}
    </th>
  );
}
