import { href, Link } from "react-router";
import { unmappedWords } from "#server/domain/artifact/unmapped-words.ts";
import { grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { AssetCheck } from "#server/domain/artifact/asset-check.ts";
import { Table } from "#app/ui/table.tsx";

type TableProps = { project: string; rows: AssetCheck[]; now: number };

/** Every file in stack traces, unmapped first. */
export function AssetTable({ project, rows, now }: TableProps) {
  return (
    <Table
      caption="Files in stack traces, unmapped first"
      rows={rows}
      keyOf={({ url, debugId, release }) => `${url} ${debugId} ${release}`}
      columns={[
        { head: "File", className: "file", cell: (asset) => <File {...asset} /> },
        { head: "Status", className: "word", cell: (asset) => <State asset={asset} /> },
        { head: "Frames", className: "number wide", cell: ({ frames }) => grouped(frames) },
        {
          head: "Last seen",
          className: "wide",
          cell: ({ lastSeen }) => <Time at={lastSeen} now={now} />,
        },
        {
          head: "Uploaded",
          className: "wide",
          cell: ({ upload }) => (upload ? <Upload {...{ project, now, upload }} /> : "Never"),
        },
      ]}
    />
  );
}

const File = ({ url, debugId, release }: AssetCheck) => (
  <>
    <code>{url}</code>
    <small>
      {release ?? "no release"} · {debugId === undefined ? "no debug ID" : <code>{debugId}</code>}
    </small>
  </>
);

function State({ asset }: { asset: AssetCheck }) {
  const { isMapped, word, why } = assetState(asset);
  return (
    <>
      {isMapped ? word : <strong className="bad">{word}</strong>}
      {why && <small>{why}</small>}
    </>
  );
}

type UploadProps = { project: string; now: number; upload: NonNullable<AssetCheck["upload"]> };

function Upload({ project, now, upload: { id, uploadedAt, uploadedBy } }: UploadProps) {
  const to = href("/:project/settings/source-maps/uploads/:bundle", {
    project,
    bundle: String(id),
  });
  return (
    <>
      <Link to={to}>
        <Time at={uploadedAt} now={now} />
      </Link>
      <small>{uploaderText(uploadedBy)}</small>
    </>
  );
}

/** The user of the upload form, otherwise the tool's name. */
export const uploaderText = (uploadedBy: string): string =>
  uploadedBy === "form" ? "by form" : `by ${uploadedBy}`;

/** A file's status and reason. */
type AssetState = { isMapped: boolean; word: string; why?: string };

function assetState({ now, release }: Pick<AssetCheck, "now" | "release">): AssetState {
  if (now === "mapped") return { isMapped: true, word: "mapped" };
  if (now === "mapped-since")
    return {
      isMapped: true,
      word: "mapped for new events",
      why: "and on pages of earlier events",
    };
  if (now === "no-debug-id" && release === undefined)
    return {
      isMapped: false,
      word: "not mapped",
      why: "the event has no debug ID for this file and no release",
    };
  return { isMapped: false, word: "not mapped", why: unmappedWords[now] };
}
