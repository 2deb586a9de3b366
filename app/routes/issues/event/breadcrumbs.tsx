import { clock } from "#app/ui/ago.ts";
import type { Breadcrumb } from "#server/domain/event/error-event.ts";
import { breadcrumbText } from "./breadcrumb-text.ts";

/** What happened before, the newest last as it came. */
export function Breadcrumbs({ breadcrumbs }: { breadcrumbs: Breadcrumb[] }) {
  if (breadcrumbs.length === 0) return null;
  return (
    <section className="part">
      <h2 id="breadcrumbs">Breadcrumbs</h2>
      <table className="ledger breadcrumbs" aria-labelledby="breadcrumbs">
        <caption>What happened before, oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Kind</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {breadcrumbs.map((crumb, index) => (
            <tr key={index}>
              <td className="meta">{crumb.timestamp !== undefined && <Clock at={crumb.timestamp} />}</td>
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

function Clock({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>;
}
