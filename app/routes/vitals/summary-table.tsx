import { Link, useLocation } from "react-router";
import { grouped } from "#app/ui/count.ts";
import type { FiguresByVital } from "#server/domain/vital/vital-figures.ts";
import { type VitalName, vitalNames } from "#server/domain/vital/vital.ts";
import { RatingBar } from "./rating-bar.tsx";
import { vitalSearch } from "./vital-search.ts";
import { VitalValue } from "./vital-value.tsx";
import { vitalWords } from "./vital-words.ts";

/** All vitals of one page or of all: the 75th percentile, and how the visits were rated. Each leads to its chart. */
export function SummaryTable({ figures, shown }: { figures: FiguresByVital; shown: VitalName }) {
  const { search } = useLocation();
  return (
    <table className="vitals-summary">
      <caption>Web vitals: what three of four visits stay within, and how visits were rated</caption>
      <thead>
        <tr>
          <th scope="col">Vital</th>
          <th scope="col">p75</th>
          <th scope="col">Visits by rating</th>
          <th scope="col" className="number">
            Visits
          </th>
        </tr>
      </thead>
      <tbody>
        {vitalNames.map((vital) => (
          <tr key={vital}>
            <th scope="row">
              <Link
                to={{ search: vitalSearch(search, { vital }), hash: "chart" }}
                aria-current={vital === shown ? "true" : undefined}
              >
                <b>{vitalWords[vital].full}</b>
              </Link>
              <span className="meta">{vitalWords[vital].says}</span>
            </th>
            <td className="p75">
              <VitalValue figures={figures[vital]} isWide />
            </td>
            <td>{figures[vital] && <RatingBar {...figures[vital]} />}</td>
            <td className="number">{grouped(figures[vital]?.count ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
