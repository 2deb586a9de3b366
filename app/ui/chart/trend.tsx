import { trendPath } from "./trend-line.ts";

const height = 16;

type TrendProps = { packed: string; sentence: string; tone?: "bad" | undefined };

/** A small step chart in a list row; `sentence` is its text alternative. */
export function Trend({ packed, sentence, tone }: TrendProps) {
  return (
    <svg
      className={tone ? `sparkline ${tone}` : "sparkline"}
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${packed.length * 4} ${height}`}
      width="96"
      height={height}
      preserveAspectRatio="none"
    >
      <path d={trendPath(packed, height)} />
    </svg>
  );
}
