import { trendPath } from "./trend-line.ts";

const height = 16;

/** A small skyline in a row of a list; `sentence` says what it shows. */
export function Trend({ packed, sentence }: { packed: string; sentence: string }) {
  return (
    <svg
      className="sparkline"
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
