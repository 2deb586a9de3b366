import { percentage } from "#app/ui/format/percentage.ts";
import type { TraceRow } from "#server/domain/trace/waterfall/draw-trace.ts";
import type { Axis } from "#server/domain/trace/waterfall/axis.ts";
import { leastRows, Minimap } from "./minimap.tsx";

/** Later labels are placed to the left, because on phones the rest is narrower than a label. */
const lastStart = 0.85;
/** Nearer to the one before, such a label would lie on it. */
const leastGap = 0.25;

const hasRoom = ({ at }: Axis["ticks"][number], index: number, ticks: Axis["ticks"]): boolean =>
  at <= lastStart || at - (ticks[index - 1]?.at ?? 0) >= leastGap;

/** Column heads, and the marked times of the axis. */
export function AxisHead({ axis: { ticks }, rows }: { axis: Axis; rows: TraceRow[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="names">
          Span
        </th>
        <th scope="col">
          <span className="hidden">Duration</span>
          {rows.length >= leastRows && <Minimap rows={rows} />}
          <svg className="ticks" aria-hidden="true" width="100%" height="20">
            {ticks.filter(hasRoom).map(({ at, label }) => (
              <text
                key={label}
                x={percentage(at)}
                dx={at > lastStart ? -4 : 4}
                y="14"
                textAnchor={at > lastStart ? "end" : undefined}
              >
                {label}
              </text>
            ))}
          </svg>
        </th>
      </tr>
    </thead>
  );
}

/** Vertical lines at the marked times, behind all rows. */
export function AxisGrid({ axis: { ticks } }: { axis: Axis }) {
  return (
    <svg className="grid" aria-hidden="true">
      {ticks.map(({ at, label }) => (
        <line key={label} x1={percentage(at)} x2={percentage(at)} y1="0" y2="100%" />
      ))}
    </svg>
  );
}
