import { percent } from "#app/ui/count.ts";
import { percentage } from "#app/ui/percentage.ts";
import type { VitalFigures } from "#server/domain/vital/vital-figures.ts";

type Shares = Pick<VitalFigures, "good" | "needsImprovement" | "poor" | "count">;
const height = 10;

/** How visits were rated: outlined, hatched and full, so that it is read without colours; the words stand below. */
export function RatingBar({ good, needsImprovement, poor, count }: Shares) {
  const [first, second] = [good / count, (good + needsImprovement) / count];
  return (
    <>
      <svg className="rating-bar" aria-hidden="true" width="100%" height={height}>
        <rect className="good" width={percentage(first)} height={height} />
        <line className="fair" x1={percentage(first)} x2={percentage(second)} y1={height / 2} y2={height / 2} />
        <rect className="poor" x={percentage(second)} width={percentage(1 - second)} height={height} />
      </svg>
      <span className="meta">
        {`${percent(good, count)} good · ${percent(needsImprovement, count)} needs improvement · ${percent(poor, count)} poor`}
      </span>
    </>
  );
}
