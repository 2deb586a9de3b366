import { trendLine, trendPath } from "./trend-line.ts";

const height = 16;

type TrendProps = { packed: string; sentence: string; tone?: "bad" | undefined };

/** A small line in a list row, from zero; `sentence` is its text alternative. */
export const LineTrend = ({ packed, sentence }: Pick<TrendProps, "packed" | "sentence">) => (
  <svg
    className="line-trend"
    role="img"
    aria-label={sentence}
    viewBox={`0 0 ${(packed.length - 1) * 4 || 1} ${height}`}
    width="120"
    height={height}
    preserveAspectRatio="none"
  >
    <path className="base" d={`M0 ${height}h${packed.length * 4}`} />
    <path d={trendLine(packed, height)} />
  </svg>
);

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
