import { Link, useLocation } from "react-router";
import { grouped } from "#server/domain/count.ts";
import { type Column, Table } from "#app/ui/table.tsx";
import {
  printVitalSort,
  type VitalColumn,
  type VitalPage,
  type VitalSort,
} from "#server/domain/vital/vital-pages.ts";
import { vitalNames } from "#server/domain/vital/vital.ts";
import { vitalSearch } from "./vital-search.ts";
import { classOfVital, VitalValue } from "./vital-value.tsx";
import { vitalWords } from "./vital-words.ts";

export function PagesTable({ pages, sort }: { pages: readonly VitalPage[]; sort: VitalSort }) {
  const { search } = useLocation();
  const by = (column: VitalColumn) => sortLink(search, sort, column);
  return (
    <Table
      caption="Web vitals by page, p75"
      rows={pages}
      keyOf={({ route }) => route}
      columns={[
        {
          head: "Page",
          className: "main",
          sort: by("page"),
          cell: ({ route }) => (
            <Link to={{ search: vitalSearch(search, { route, sort: undefined }) }}>
              {route || noPage}
            </Link>
          ),
        },
        {
          head: "Visits",
          className: "number",
          sort: by("visits"),
          cell: ({ visits }) => grouped(visits),
        },
        ...vitalNames.map((vital) => ({
          head: vitalWords[vital].short,
          className: classOfVital(vital),
          sort: by(vital),
          cell: ({ figures }: VitalPage) => <VitalValue figures={figures[vital]} />,
        })),
      ]}
    />
  );
}

/** Late vitals of visits without a received page load. */
export const noPage = "Unknown page";

function sortLink(
  search: string,
  sort: VitalSort,
  column: VitalColumn,
): NonNullable<Column<VitalPage>["sort"]> {
  const isSorted = sort.column === column;
  const ascending = isSorted ? !sort.ascending : column === "page";
  return {
    to: { search: vitalSearch(search, { sort: printVitalSort({ column, ascending }) }) },
    order: isSorted ? (sort.ascending ? "ascending" : "descending") : undefined,
    title: column === "page" || column === "visits" ? undefined : vitalWords[column].full,
  };
}
