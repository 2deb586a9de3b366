import { BeganWith, type Change } from "#app/routes/routes/findings/began-with.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { PairedHistogram } from "./paired-histogram.tsx";
import { RoutePairs } from "./route-pairs.tsx";
import type { ShownComparison } from "./shown-comparison.ts";

type Props = { shown: ShownComparison; change: Change | undefined };

/** The differences, sentences first. */
export function Comparison({ shown, change }: Props) {
  const { from, to, sentences, figures, bars, routes, samples } = shown;
  return (
    <>
      <p className="advice">{sentences.join(" ")}</p>
      {change && (
        <p>
          <BeganWith {...change} />
        </p>
      )}
      <FiguresTable from={from} to={to} figures={figures} />
      <section className="part">
        <h2>Duration distribution</h2>
        <PairedHistogram bars={bars} from={from} to={to} />
      </section>
      <RoutePairs from={from} to={to} routes={routes} samples={samples} />
    </>
  );
}
