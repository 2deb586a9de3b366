import { sparklinePath, sparklineWidth, trendSentence } from "./sparkline-path.ts";

type SparklineProps = {
  counts: number[];
  unit: "hour" | "day";
  /** The counted noun; default: event. */
  noun?: string;
  /** Pixels. */
  width: number;
  height: number;
  /** `warn` or `bad`. */
  tone?: string;
};

/** Counts over time, oldest first, as one SVG path. */
export function Sparkline(props: SparklineProps) {
  const box = `0 0 ${sparklineWidth(props.counts.length)} ${props.height}`;
  return (
    <svg
      className={props.tone ? `sparkline ${props.tone}` : "sparkline"}
      role="img"
      aria-label={trendSentence(props.counts, props.unit, props.noun)}
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
