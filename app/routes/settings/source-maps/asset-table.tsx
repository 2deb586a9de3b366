import { href, Link } from "react-router";
import { grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { AssetCheck } from "#server/domain/artifact/asset-check.ts";
import { assetState } from "./asset-state.ts";

type TableProps = { project: string; rows: AssetCheck[]; now: number };

/** Every file that browsers ran, what was not mapped first. */
export function AssetTable({ project, rows, now }: TableProps) {
  return (
    <table className="ledger assets words">
      <caption>Files in stack traces, unmapped first</caption>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col" className="state">
            State
          </th>
          <th scope="col" className="number">
            Frames
          </th>
          <th scope="col" className="when">
            Last seen
          </th>
          <th scope="col" className="when">
            Uploaded
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.url} ${row.debugId} ${row.release}`} {...{ project, now }} asset={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ project, asset, now }: { project: string; asset: AssetCheck; now: number }) {
  const { url, debugId, release, frames, lastSeen, upload } = asset;
  return (
    <tr>
      <th scope="row">
        <code>{url}</code>
        <div className="meta">
          {release ?? "no release"} · {debugId === undefined ? "no debug ID" : <code>{debugId}</code>}
        </div>
      </th>
      <td className="state">
        <State asset={asset} />
      </td>
      <td className="number">{grouped(frames)}</td>
      <td className="when">
        <Time at={lastSeen} now={now} />
      </td>
      <td className="when">
        {upload ? <Upload {...{ project, now, upload }} /> : <span className="meta">never</span>}
      </td>
    </tr>
  );
}

function State({ asset }: { asset: AssetCheck }) {
  const { isMapped, word, why } = assetState(asset);
  return (
    <>
      {isMapped ? word : <strong className="bad">{word}</strong>}
      {why && <div className="meta">{why}</div>}
    </>
  );
}

type UploadProps = { project: string; now: number; upload: NonNullable<AssetCheck["upload"]> };

function Upload({ project, now, upload: { id, uploadedAt, uploadedBy } }: UploadProps) {
  const to = href("/:project/settings/source-maps/uploads/:bundle", { project, bundle: String(id) });
  return (
    <>
      <Link to={to}>
        <Time at={uploadedAt} now={now} />
      </Link>
      <div className="meta">{uploaderText(uploadedBy)}</div>
    </>
  );
}

/** Whoever used the form of these pages, else the tool as it calls itself. */
export const uploaderText = (uploadedBy: string): string => (uploadedBy === "form" ? "by form" : `by ${uploadedBy}`);
