import { percent } from "#server/domain/count.ts";
import { percentage } from "#app/ui/format/percentage.ts";

type Shares = { good: number; needsImprovement: number; poor: number };

const height = 8;
/** Gap between two parts, as a share of the width. */
const gap = 0.006;

/** Ratings of visits as parts of one bar: from good on the left to poor on the right. */
export function RatingShares({ good, needsImprovement, poor }: Shares) {
  const count = good + needsImprovement + poor || 1;
  const parts = [
    { name: "good", from: 0, share: good / count },
    { name: "fair", from: good / count, share: needsImprovement / count },
    { name: "poor", from: (good + needsImprovement) / count, share: poor / count },
  ];
  return (
    <svg className="rating-shares" aria-hidden="true" width="100%" height={height}>
      {parts
        .filter(({ share }) => share > 0)
        .map(({ name, from, share }) => (
          <rect
            key={name}
            className={name}
            x={percentage(from)}
            width={percentage(Math.max(share - (from + share < 0.999 ? gap : 0), 0.002))}
            height={height}
            rx="1"
          />
        ))}
    </svg>
  );
}

/** The same as text: `81% good, 13% needs improvement, 6% poor`. */
export function ratingSentence({ good, needsImprovement, poor }: Shares): string {
  const count = good + needsImprovement + poor;
  return `${percent(good, count)} good, ${percent(needsImprovement, count)} needs improvement, ${percent(poor, count)} poor`;
}
