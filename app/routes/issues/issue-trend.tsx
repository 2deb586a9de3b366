import { ReleaseMarks, releasesSentence } from "#app/ui/chart/release-marks.tsx";
import { timeTicks } from "#app/ui/chart/ticks.ts";
import { percentage } from "#app/ui/format/percentage.ts";
import { trendWindow } from "#app/ui/chart/trend-range.ts";
import { sparklinePath, sparklineWidth, trendSentence } from "#app/ui/chart/sparkline-path.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";

type Props = {
  counts: number[];
  unit: "hour" | "day";
  releases: readonly ReleaseMark[];
  now: number;
  /** `warn` or `bad`. */
  tone: string | undefined;
};

/** Two rows of labels above the bars. */
const labelsHeight = 26;
const barsHeight = 64;
const timesHeight = 18;

/** Events of an issue over time, with releases. */
export function IssueTrend({ counts, unit, releases, now, tone }: Props) {
  const { since, until } = trendWindow({ buckets: counts.length, unit }, now);
  const marked = releases.filter(({ at }) => at >= since);
  const top = marked.length > 0 ? labelsHeight : 0;
  const place = (time: number) => Math.min((time - since) / (until - since), 1);
  return (
    <svg
      className="trend"
      role="img"
      aria-label={trendSentence(counts, unit) + releasesSentence(marked)}
      width="100%"
      height={top + barsHeight + timesHeight}
    >
      <svg
        className={tone ? `sparkline ${tone}` : "sparkline"}
        viewBox={`0 0 ${sparklineWidth(counts.length)} ${barsHeight}`}
        y={top}
        width="100%"
        height={barsHeight}
        preserveAspectRatio="none"
      >
        <path d={sparklinePath(counts, barsHeight)} />
      </svg>
      <rect y={top + barsHeight} width="100%" height="1" />
      {timeTicks({ since, until }, 4).map(({ at, label }) => (
        <text key={label} x={percentage(at)} y={top + barsHeight + 14} textAnchor={anchorOf(at)}>
          {label}
        </text>
      ))}
      <ReleaseMarks releases={marked} at={place} height={top + barsHeight} labelShare={0.4} />
    </svg>
  );
}

const anchorOf = (at: number): "start" | "middle" | "end" =>
  at < 0.1 ? "start" : at > 0.9 ? "end" : "middle";
