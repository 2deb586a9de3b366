/**
 * A chart's plot is drawn in this box and stretched to its place; lines keep their width
 * (`vector-effect`).
 */
export const plotWidth = 1000;
export const plotHeight = 200;

/**
 * A place in the plot: fractions from the left and from the bottom; without a value where there was
 * nothing.
 */
export type PlotPoint = { x: number; y: number | undefined };

/**
 * One path through the points, interrupted where there is nothing. A point alone is a dot: its line
 * ends are round.
 */
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
 * The area between a line and the axis; empty where the line has gaps, which an area would bridge.
 */
export function areaPath(points: readonly PlotPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.some(({ y }) => y === undefined)) return "";
  const tops = points.map(({ x, y }) => `L${place(x, y!)}`);
  return `M${place(first.x, 0)}${tops.join("")}L${place(last.x, 0)}z`;
}

const place = (x: number, y: number): string =>
  `${Math.round(x * plotWidth)} ${Math.round((1 - y) * plotHeight)}`;

/** Of a step's width; the rest is the gap to the next bar. */
const barShare = 0.8;

/**
 * Bars of equal width, heights as fractions. What is there can be seen, however little it is beside
 * the rest.
 */
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
