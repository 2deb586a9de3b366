import { fewVisits, type VitalFigures } from "#server/domain/vital/vital-figures.ts";
import type { VitalColumn } from "#server/domain/vital/vital-pages.ts";
import { ratingWords, vitalText } from "./vital-words.ts";

/** Phones show the three Core Web Vitals. */
export const classOfVital = (column: VitalColumn): string =>
  ["fcp", "ttfb", "hydration"].includes(column) ? "number wide" : "number";

/** A p75 with its rating as text; without a rating if there are few visits. */
export function VitalValue({ figures }: { figures: VitalFigures | undefined }) {
  if (!figures) return "–";
  const { vital, p75, rating, count } = figures;
  const isFew = count < fewVisits;
  const word = ratingWords[rating];
  return (
    <>
      <span className="value">{vitalText(vital, p75)}</span>{" "}
      <span className={isFew ? "rating" : `rating ${rating}`}>
        {isFew ? `${word}, few visits` : word}
      </span>
    </>
  );
}
