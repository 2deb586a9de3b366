import { counted, grouped } from "#server/domain/count.ts";

const barWidth = 4;
const barStep = 5;

/**
 * One path of bars, oldest on the left. Zero draws nothing; other values are at least one unit
 * high.
 */
export function sparklinePath(counts: number[], height: number): string {
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, index) => {
    if (count === 0) return "";
    const barHeight = Math.max(1, Math.round((count / most) * height));
    return `M${index * barStep} ${height}v-${barHeight}h${barWidth}v${barHeight}z`;
  });
  return bars.join("");
}

export function sparklineWidth(bars: number): number {
  return Math.max(0, bars * barStep - (barStep - barWidth));
}

/** The text alternative: `24 hours: 623 events, at most 120 in one hour`. */
export function trendSentence(counts: number[], unit: "hour" | "day", noun = "event"): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const window = counted(counts.length, unit);
  if (total === 0) return `${window}: no ${noun}s`;
  return `${window}: ${counted(total, noun)}, at most ${grouped(Math.max(...counts))} in one ${unit}`;
}
