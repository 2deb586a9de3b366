import { href, Link } from "react-router";
import { bytesText } from "#app/ui/bytes.ts";
import type { ShareOfStorage } from "#server/retention-services.ts";

type Share = ShareOfStorage & { slug: string; name: string };

const columns = ["Events", "Traces", "Attachments", "Source maps", "In all"];

/** The largest first. */
export function SharesTable({ shares }: { shares: Share[] }) {
  return (
    <>
      <table className="ledger">
        <caption>By project</caption>
        <thead>
          <tr>
            <th scope="col">Project</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={share.projectId}>
              <th scope="row">
                <Link to={href("/:project/settings/retention", { project: share.slug })}>{share.name}</Link>
              </th>
              {bytesOf(share).map((bytes, index) => (
                <td key={columns[index]} className="number">
                  {bytesText(bytes)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="meta">Estimated: what a day takes is shared out by the number of events and traces.</p>
    </>
  );
}

function bytesOf({ eventBytes, traceBytes, attachmentBytes, artifactBytes }: ShareOfStorage): number[] {
  const kinds = [eventBytes, traceBytes, attachmentBytes, artifactBytes];
  return [...kinds, kinds.reduce((sum, bytes) => sum + bytes, 0)];
}
