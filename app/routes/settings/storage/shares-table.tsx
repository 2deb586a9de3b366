import { href, Link } from "react-router";
import { bytesText } from "#app/ui/bytes.ts";
import type { ShareOfStorage } from "#server/retention-services.ts";

type Share = ShareOfStorage & { slug: string; name: string };

const kinds = [
  ["Events", "eventBytes"],
  ["Traces", "traceBytes"],
  ["Attachments", "attachmentBytes"],
  ["Source maps", "artifactBytes"],
] as const;

/** The largest first. Kinds that nobody has are left out. */
export function SharesTable({ shares }: { shares: Share[] }) {
  const shown = kinds.filter(([, kind]) => shares.some((share) => share[kind] > 0));
  return (
    <>
      <table className="ledger words">
        <caption>By project</caption>
        <thead>
          <tr>
            <th scope="col">Project</th>
            {[...shown.map(([name]) => name), "Total"].map((column) => (
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
              {shown.map(([name, kind]) => (
                <td key={name} className="number">
                  {bytesText(share[kind])}
                </td>
              ))}
              <td className="number">{bytesText(kinds.reduce((sum, [, kind]) => sum + share[kind], 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="meta">Estimated from event and trace counts.</p>
    </>
  );
}
