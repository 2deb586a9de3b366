import { ShareBar } from "#app/ui/share-bar.tsx";
import type { ShownWait } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** The calls that requests wait for, whichever loader makes them. */
export function WaitTable({ waits }: { waits: ShownWait[] }) {
  return (
    <>
      <h3>What it waits for</h3>
      <table className="ledger findings-table">
        <caption>Calls that were waited for longest, with their share of the wait</caption>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col" className="share">
              <span className="hidden">Bar of its share</span>
            </th>
            <th scope="col" className="number">
              Of the wait
            </th>
            <th scope="col" className="number">
              Found in
            </th>
          </tr>
        </thead>
        <tbody>
          {waits.map(({ ref, label, share, sharePercent, found }) => (
            <tr key={label}>
              <th scope="row">
                <SpanLink to={ref}>{label}</SpanLink>
              </th>
              <td className="share">
                <ShareBar part={share} whole={1} />
              </td>
              <td className="number">{sharePercent}</td>
              <td className="number">{found}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
