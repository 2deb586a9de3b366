import { RatingShares, ratingSentence } from "#app/ui/chart/rating-shares.tsx";
import type { VitalFigures } from "#server/domain/vital/vital-figures.ts";

/** How visits were rated: the parts as a bar, and in words below it. */
export function RatingBar(figures: Pick<VitalFigures, "good" | "needsImprovement" | "poor">) {
  return (
    <>
      <RatingShares {...figures} />
      <span className="meta">{ratingSentence(figures)}</span>
    </>
  );
}
