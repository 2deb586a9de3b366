import { grouped, percent } from "#app/ui/count.ts";
import type { KeptDay } from "./kept-days.ts";

/** What was kept of each day, and what was removed. */
export function KeptTable({ days }: { days: KeptDay[] }) {
  return (
    <table className="ledger">
      <caption>Traces of the last days</caption>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {["Received", "Removed", "Stored", "Share"].map((heading) => (
            <th key={heading} scope="col" className="number">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, came, kept }) => (
          <tr key={day}>
            <th scope="row">
              <time dateTime={day}>{day}</time>
            </th>
            <td className="number">{grouped(came)}</td>
            <td className="number">{grouped(came - kept)}</td>
            <td className="number">{grouped(kept)}</td>
            <td className="number">{came > 0 && percent(kept, came)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
