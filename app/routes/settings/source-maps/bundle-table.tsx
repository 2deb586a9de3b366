import { href, Link } from "react-router";
import { bytesText } from "#app/ui/bytes.ts";
import { grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { Bundle } from "#server/domain/artifact/artifact.ts";
import { uploaderText } from "./asset-table.tsx";
import { BundleStateText } from "./bundle-state.tsx";

type BundleRows = { project: string; rows: Bundle[]; now: number };

/** What was uploaded, the newest first. */
export function BundleTable({ project, rows, now }: BundleRows) {
  return (
    <table className="ledger bundles words">
      <caption>Uploads, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Upload</th>
          <th scope="col">State</th>
          <th scope="col">Release</th>
          <th scope="col" className="number">
            Files
          </th>
          <th scope="col" className="number">
            Size
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((bundle) => (
          <tr key={bundle.id}>
            <th scope="row">
              <Link to={href("/:project/settings/source-maps/uploads/:bundle", { project, bundle: String(bundle.id) })}>
                <Time at={bundle.uploadedAt} now={now} />
              </Link>
              <div className="meta">{uploaderText(bundle.uploadedBy)}</div>
            </th>
            <td>
              <BundleStateText state={bundle.state} />
            </td>
            <td>{releaseText(bundle) ?? <span className="meta">none</span>}</td>
            <td className="number">{grouped(bundle.fileCount)}</td>
            <td className="number">{bytesText(bundle.byteLength)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `web@1.2.3, dist 7` */
export function releaseText({ release, dist }: Pick<Bundle, "release" | "dist">): string | undefined {
  const parts = [release, dist === undefined ? undefined : `dist ${dist}`].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : undefined;
}
