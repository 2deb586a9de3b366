import { BarRect } from "#app/ui/chart/bar.tsx";
import { BarLabel } from "#app/ui/chart/bar-label.tsx";
import { serviceClass } from "#app/ui/trace/service-class.ts";
import type { Bar } from "#server/domain/trace/waterfall/axis.ts";

type Props = {
  service: number;
  isFailed?: boolean;
  bar?: Bar;
  critical?: Bar[];
  /** Next to the bar. */ duration: string;
};

/**
 * A row's bar in the color of its service, or red, with its duration next to it, and the part on
 * the critical path underlined.
 */
export function RowBars({ service, isFailed, bar, critical, duration }: Props) {
  return (
    <svg className={isFailed ? "failed" : serviceClass(service)} width="100%" height="27">
      {bar && <BarRect {...bar} y={8} height={10} />}
      {critical?.map((segment, index) => (
        <BarRect key={index} {...segment} y={20} height={2} className="critical" />
      ))}
      <BarLabel bar={bar} text={duration} y={17} />
    </svg>
  );
}
