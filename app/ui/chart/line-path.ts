/** A chart's plot is drawn in this box and stretched to its place; lines keep their width (`vector-effect`). */
export const plotWidth = 1000;
export const plotHeight = 200;

/** A place in the plot: fractions from the left and from the bottom; without a value where there was nothing. */
export type PlotPoint = { x: number; y: number | undefined };

/** One path through the points, interrupted where there is nothing. A point alone is a dot: its line ends are round. */
export function linePath(points: readonly PlotPoint[]): string {
  let path = "";
  let wasOpen = false;
  for (const { x, y } of points) {
    if (y !== undefined) path += `${wasOpen ? "L" : "M"}${place(x, y)}${wasOpen ? "" : "h0"}`;
    wasOpen = y !== undefined;
  }
  return path;
}

const place = (x: number, y: number): string => `${Math.round(x * plotWidth)} ${Math.round((1 - y) * plotHeight)}`;

/** A skyline over the bars: heights as fractions, each bar as wide as the others. */
export function skylinePath(heights: readonly number[]): string {
  const width = plotWidth / heights.length;
  const tops = heights.map(
    (height, index) => `V${Math.round((1 - height) * plotHeight)}H${Math.round((index + 1) * width)}`,
  );
  return `M0 ${plotHeight}${tops.join("")}V${plotHeight}z`;
}
