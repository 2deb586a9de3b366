import { sparklinePath, sparklineWidth, trendSentence } from "./sparkline-path.ts";

/** Counts over time, oldest first, as one SVG path. `width` and `height` are pixels. */
export function Sparkline(props: { counts: number[]; unit: "hour" | "day"; width: number; height: number }) {
  const box = `0 0 ${sparklineWidth(props.counts.length)} ${props.height}`;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={trendSentence(props.counts, props.unit)}
      viewBox={box}
      width={props.width}
      height={props.height}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={sparklinePath(props.counts, props.height)} />
    </svg>
  );
}
