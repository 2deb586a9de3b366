import { grouped } from "#app/ui/count.ts";
import type { VitalDevice } from "#server/domain/vital/vital-pages.ts";
import { vitalNames } from "#server/domain/vital/vital.ts";
import { deviceWords } from "./filter-form.tsx";
import { VitalValue } from "./vital-value.tsx";
import { vitalWords } from "./vital-words.ts";

export function DevicesTable({ devices }: { devices: readonly VitalDevice[] }) {
  return (
    <section className="part">
      <h2>By device</h2>
      <table className="vitals">
        <caption>Web vitals by device: what three of four visits stay within</caption>
        <thead>
          <tr>
            <th scope="col">Device</th>
            <th scope="col" className="number">
              Visits
            </th>
            {vitalNames.map((vital, index) => (
              <th key={vital} scope="col" className={index > 2 ? "number more" : "number"}>
                {vitalWords[vital].short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {devices.map(({ device, visits, figures }) => (
            <tr key={device}>
              <th scope="row">{deviceWords[device]}</th>
              <td className="number">{grouped(visits)}</td>
              {vitalNames.map((vital, index) => (
                <td key={vital} className={index > 2 ? "number more" : "number"}>
                  <VitalValue figures={figures[vital]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
