import { grouped, percent } from "#app/ui/count.ts";
import { ShareBar } from "#app/ui/share-bar.tsx";
import type { KeptDay } from "./kept-days.ts";

/** What was kept of each day, and what was removed. */
export function KeptTable({ days }: { days: KeptDay[] }) {
  return (
    <table className="ledger shares">
      <caption>Traces of the last days</caption>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          <th scope="col" className="share">
            <span className="hidden">Share that is kept</span>
          </th>
          <th scope="col" className="number">
            Kept
          </th>
          <th scope="col" className="number">
            Removed
          </th>
          <th scope="col" className="number">
            Came
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, came, kept }) => (
          <tr key={day}>
            <th scope="row">
              <time dateTime={day}>{day}</time>
            </th>
            <td className="share">
              <ShareBar part={kept} whole={came} />
            </td>
            <td className="number">
              {grouped(kept)} {came > 0 && <span className="meta">({percent(kept, came)})</span>}
            </td>
            <td className="number">{grouped(came - kept)}</td>
            <td className="number">{grouped(came)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
