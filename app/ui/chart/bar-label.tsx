import type { Bar } from "#server/domain/trace/waterfall/axis.ts";
import { percentage } from "#app/ui/format/percentage.ts";

/** Beyond this, a label after its bar would leave the axis. */
const lastStart = 0.86;

type Props = { bar: Bar | undefined; text: string; /** Baseline in pixels. */ y?: number };

/** A duration after its bar; before it if there is no room, otherwise inside. */
export function BarLabel({ bar, text, y = 25 }: Props) {
  const end = bar ? bar.at + bar.width : 0;
  const isAfter = end <= lastStart;
  const isWithin = !isAfter && bar!.at < 1 - lastStart;
  return (
    <text
      x={percentage(isAfter || isWithin ? end : bar!.at)}
      dx={isAfter ? 6 : -6}
      y={y}
      textAnchor={isAfter ? undefined : "end"}
      className={isWithin ? "within" : undefined}
    >
      {text}
    </text>
  );
}
