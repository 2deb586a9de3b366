import { Link, useLocation } from "react-router";
import { ratingSentence, RatingShares } from "#app/ui/chart/rating-shares.tsx";
import { grouped } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import type { FiguresByVital, VitalFigures } from "#server/domain/vital/vital-figures.ts";
import { type VitalName, vitalNames } from "#server/domain/vital/vital.ts";
import { vitalSearch } from "./vital-search.ts";
import { VitalValue } from "./vital-value.tsx";
import { vitalWords } from "./vital-words.ts";

/**
 * All vitals of one page or of all: the 75th percentile, and how the visits were rated. Each leads
 * to its chart.
 */
export function SummaryTable({ figures, shown }: { figures: FiguresByVital; shown: VitalName }) {
  const { search } = useLocation();
  const to = (vital: VitalName) => ({ search: vitalSearch(search, { vital }), hash: "chart" });
  return (
    <Table
      caption="Web vitals: p75, and visits by rating"
      rows={vitalNames}
      keyOf={String}
      columns={[
        {
          head: "Vital",
          cell: (vital) => (
            <>
              <Link to={to(vital)} aria-current={vital === shown ? "true" : undefined}>
                <b>{vitalWords[vital].full}</b>
              </Link>{" "}
              <small>{vitalWords[vital].says}</small>
            </>
          ),
        },
        { head: "p75", cell: (vital) => <VitalValue figures={figures[vital]} /> },
        {
          head: "Visits by rating",
          className: "ratings",
          cell: (vital) => figures[vital] && <RatingBar {...figures[vital]} />,
        },
        {
          head: "Visits",
          className: "number wide",
          cell: (vital) => grouped(figures[vital]?.count ?? 0),
        },
      ]}
    />
  );
}

/** How visits were rated: the parts as a bar, and in words below it. */
function RatingBar(figures: Pick<VitalFigures, "good" | "needsImprovement" | "poor">) {
  return (
    <>
      <RatingShares {...figures} />
      <span className="meta">{ratingSentence(figures)}</span>
    </>
  );
}
