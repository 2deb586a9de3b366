import { ChartTable } from "#app/ui/chart/chart-table.tsx";
import { plotHeight, plotWidth } from "#app/ui/chart/line-path.ts";
import { Plot } from "#app/ui/chart/plot.tsx";
import { logScale, type Scale } from "#app/ui/chart/scale.ts";
import { ticksOf } from "#app/ui/chart/ticks.ts";
import { grouped } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { axisDuration } from "#app/routes/routes/page/axis-duration.ts";
import type { PairedBar } from "./paired-bars.ts";

type Props = { bars: PairedBar[]; from: string; to: string };

const height = 160;
const middle = plotHeight / 2;

/** Two distributions on one axis, one above and one below: distinguished by position, not color. */
export function PairedHistogram({ bars, from, to }: Props) {
  const scale = logScale(bars[0]?.from ?? 1, bars.at(-1)?.to ?? 10);
  return (
    <figure className="paired">
      <Plot
        sentence={`Durations of ${from} above the line, of ${to} below it, each as shares of its own requests`}
        height={height}
        ticks={[]}
        label={durationText}
        times={ticksOf(scale).map(({ at, value }) => ({ at, label: axisDuration(value) }))}
        over={
          <>
            <text y="2">{from}</text>
            <text y={height - 2}>{to}</text>
          </>
        }
      >
        <path className="before" d={halfPath(bars, scale, "before")} />
        <path className="after" d={halfPath(bars, scale, "after")} />
        <path className="zero" d={`M0 ${middle}H${plotWidth}`} />
      </Plot>
      <ChartTable
        caption="Requests by duration"
        columns={["Up to", from, to]}
        rows={bars.map(({ to: upTo, before, after }) => ({
          key: String(upTo),
          cells: [durationText(upTo), grouped(before), grouped(after)],
        }))}
      />
    </figure>
  );
}

/** Both halves use the same scale: the largest share of either fills its half. */
function halfPath(bars: PairedBar[], scale: Scale, side: "before" | "after"): string {
  const wholes = { before: sumOf(bars, "before"), after: sumOf(bars, "after") };
  const most = Math.max(
    ...bars.flatMap((bar) => [bar.before / wholes.before, bar.after / wholes.after]),
    1e-9,
  );
  return bars
    .filter((bar) => bar[side] > 0)
    .map((bar) => {
      const [left, right] = [bar.from, bar.to].map((value) =>
        Math.round(scale.at(value) * plotWidth),
      );
      const tall = Math.max(1, Math.round((bar[side] / wholes[side] / most) * (middle - 4)));
      return `M${left} ${middle}v${side === "before" ? -tall : tall}H${right! - 2}V${middle}z`;
    })
    .join("");
}

const sumOf = (bars: PairedBar[], side: "before" | "after"): number =>
  bars.reduce((sum, bar) => sum + bar[side], 0) || 1;
