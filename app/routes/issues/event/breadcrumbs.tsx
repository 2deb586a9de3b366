import { useZone } from "#app/enhance/zone.ts";
import { Clock } from "#app/ui/moment.tsx";
import { offsetOf, offsetText } from "#app/ui/zone.ts";
import type { Breadcrumb } from "#server/domain/event/error-event.ts";
import { breadcrumbText } from "./breadcrumb-text.ts";

/** What happened before, the newest last as it came. */
export function Breadcrumbs({ breadcrumbs, at }: { breadcrumbs: Breadcrumb[]; at: number }) {
  const offset = offsetOf(useZone(), at);
  if (breadcrumbs.length === 0) return null;
  return (
    <section className="part">
      <h2 id="breadcrumbs">Breadcrumbs</h2>
      <table className="ledger breadcrumbs" aria-labelledby="breadcrumbs">
        <caption>Oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Time, {offsetText(offset)}</th>
            <th scope="col">Category</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {breadcrumbs.map((crumb, index) => (
            <tr key={index}>
              <td className="meta">
                {crumb.timestamp !== undefined && <Clock at={crumb.timestamp} offset={offset} />}
              </td>
              <td>
                {crumb.category ?? crumb.type ?? "default"}
                {crumb.level && crumb.level !== "info" && <span className="meta"> {crumb.level}</span>}
              </td>
              <td>
                <code className="text">{breadcrumbText(crumb)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
