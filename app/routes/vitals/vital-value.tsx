import { fewVisits, type VitalFigures } from "#server/domain/vital/vital-figures.ts";
import { ratingMarks, ratingWords, vitalText } from "./vital-words.ts";

/** A p75 with its rating as a word; where few visits made it, that is said instead of judged. */
export function VitalValue({ figures, isWide = false }: { figures: VitalFigures | undefined; isWide?: boolean }) {
  if (!figures) return <span className="meta">none</span>;
  const { vital, p75, rating, count } = figures;
  const isFew = count < fewVisits;
  const word = (isWide ? ratingWords : ratingMarks)[rating];
  return (
    <>
      <span className="value">{vitalText(vital, p75)}</span>{" "}
      <span className={isFew ? "rating few" : `rating ${rating}`}>{isFew ? `${word}, few visits` : word}</span>
    </>
  );
}
