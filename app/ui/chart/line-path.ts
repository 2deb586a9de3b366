/** A chart's plot is drawn in this box and stretched; lines keep their width (`vector-effect`). */
export const plotWidth = 1000;
export const plotHeight = 200;

/** A point in the plot: fractions from the left and bottom; without a value, a gap. */
export type PlotPoint = { x: number; y: number | undefined };

/** One path through the points with gaps. A single point is a dot, because line ends are round. */
export function linePath(points: readonly PlotPoint[]): string {
  let path = "";
  let wasOpen = false;
  for (const { x, y } of points) {
    if (y !== undefined) path += `${wasOpen ? "L" : "M"}${place(x, y)}${wasOpen ? "" : "h0"}`;
    wasOpen = y !== undefined;
  }
  return path;
}

/**
 * The area between a line and the axis, from the first value to the last; empty if there are gaps
 * between them, which an area would bridge.
 */
export function areaPath(points: readonly PlotPoint[]): string {
  const isThere = ({ y }: PlotPoint) => y !== undefined;
  const drawn = points.slice(points.findIndex(isThere), points.findLastIndex(isThere) + 1);
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last || first === last || !drawn.every(isThere)) return "";
  const tops = drawn.map(({ x, y }) => `L${place(x, y!)}`);
  return `M${place(first.x, 0)}${tops.join("")}L${place(last.x, 0)}z`;
}

const place = (x: number, y: number): string =>
  `${Math.round(x * plotWidth)} ${Math.round((1 - y) * plotHeight)}`;

/** Share of a step's width; the rest is the gap to the next bar. */
const barShare = 0.8;

/** Bars of equal width, with heights as fractions and a visible minimum. */
export function barsPath(heights: readonly number[]): string {
  const step = plotWidth / heights.length;
  const bars = heights.map((height, index) => {
    if (height <= 0) return "";
    const left = (index + (1 - barShare) / 2) * step;
    const tall = Math.max(1, Math.round(height * plotHeight));
    return `M${rounded(left)} ${plotHeight}v-${tall}h${rounded(step * barShare)}v${tall}z`;
  });
  return bars.join("");
}

const rounded = (value: number): number => Number(value.toFixed(1));
