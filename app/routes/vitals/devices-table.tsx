import { grouped } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import type { VitalDevice } from "#server/domain/vital/vital-pages.ts";
import { vitalNames } from "#server/domain/vital/vital.ts";
import { deviceWords } from "./filter-form.tsx";
import { classOfVital, VitalValue } from "./vital-value.tsx";
import { vitalWords } from "./vital-words.ts";

export function DevicesTable({ devices }: { devices: readonly VitalDevice[] }) {
  return (
    <section className="part">
      <h2>By device</h2>
      <Table
        caption="Web vitals by device, p75"
        rows={devices}
        keyOf={({ device }) => device}
        columns={[
          { head: "Device", className: "main", cell: ({ device }) => deviceWords[device] },
          { head: "Visits", className: "number", cell: ({ visits }) => grouped(visits) },
          ...vitalNames.map((vital) => ({
            ...{ head: vitalWords[vital].short, className: classOfVital(vital) },
            cell: ({ figures }: VitalDevice) => <VitalValue figures={figures[vital]} />,
          })),
        ]}
      />
    </section>
  );
}
