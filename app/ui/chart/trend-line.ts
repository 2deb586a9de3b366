/**
 * Counts as a string of one character each, the largest is `z` and zero is `0`: the data of
 * hundreds of small charts in rows.
 */
export function packTrend(counts: readonly number[]): string {
  const most = Math.max(...counts, 1);
  return counts
    .map((count) => (count > 0 ? Math.max(1, Math.round((count / most) * 35)) : 0).toString(36))
    .join("");
}

/** A line through a packed trend, `height` high and four wide per count. */
export function trendLine(packed: string, height: number): string {
  const tops = [...packed].map((sign, index) => {
    const level = Number.parseInt(sign, 36) / 35;
    return `${index * 4} ${1 + Math.round((1 - level) * (height - 2))}`;
  });
  return `M${tops.join("L")}`;
}

/** A step line over a packed trend, `height` high and four wide per count. */
export function trendPath(packed: string, height: number): string {
  const tops = [...packed].map((sign) => {
    const level = Number.parseInt(sign, 36) / 35;
    return `V${level > 0 ? Math.min(height - 1, Math.round((1 - level) * height)) : height}h4`;
  });
  return `M0 ${height}${tops.join("")}V${height}z`;
}
