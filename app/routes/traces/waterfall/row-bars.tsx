import { BarRect } from "#app/ui/bar.tsx";
import { serviceClass } from "#app/ui/service-class.ts";
import type { Bar } from "#server/domain/trace/axis.ts";

/** A row's bar in its service's colour, with what lay on the critical path underlined. */
export function RowBars({ service, bar, critical }: { service: number; bar?: Bar; critical?: Bar[] }) {
  return (
    <svg className={serviceClass(service)} aria-hidden="true" width="100%" height="20">
      {bar && <BarRect {...bar} y={5} height={10} />}
      {critical?.map((segment, index) => (
        <BarRect key={index} {...segment} y={17} height={2} className="critical" />
      ))}
    </svg>
  );
}
