import { linePath, plotHeight, plotWidth } from "./line-path.ts";
import { scaleFor } from "./scale.ts";

/** A line under a key figure, from zero, without an axis: the figure beside it says how much. */
export function StatTrend({ values }: { values: readonly (number | undefined)[] }) {
  const scale = scaleFor(values.filter((value) => value !== undefined));
  const x = (index: number) => (values.length > 1 ? index / (values.length - 1) : 0.5);
  const points = values.map((value, index) => ({ x: x(index), y: value === undefined ? undefined : scale.at(value) }));
  return (
    <svg
      className="stat-trend"
      aria-hidden="true"
      viewBox={`0 0 ${plotWidth} ${plotHeight}`}
      width="100%"
      height="32"
      preserveAspectRatio="none"
    >
      <path className="base" d={`M0 ${plotHeight}H${plotWidth}`} />
      <path d={linePath(points)} />
    </svg>
  );
}
