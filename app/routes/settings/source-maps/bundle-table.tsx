import { href, Link } from "react-router";
import { bytesText } from "#app/ui/format/bytes.ts";
import { grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { Bundle } from "#server/domain/artifact/artifact.ts";
import { uploaderText } from "./asset-table.tsx";
import { BundleStateText } from "./bundle-state.tsx";
import { Table } from "#app/ui/table.tsx";

type BundleRows = { project: string; rows: Bundle[]; now: number };

/** The uploads, newest first. */
export function BundleTable({ project, rows, now }: BundleRows) {
  const to = (bundle: number) =>
    href("/:project/settings/source-maps/uploads/:bundle", { project, bundle: String(bundle) });
  return (
    <Table
      caption="Uploads, newest first"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Upload",
          cell: ({ id, uploadedAt, uploadedBy }) => (
            <>
              <Link to={to(id)}>
                <Time at={uploadedAt} now={now} />
              </Link>
              <small>{uploaderText(uploadedBy)}</small>
            </>
          ),
        },
        {
          head: "Status",
          className: "word",
          cell: ({ state }) => <BundleStateText state={state} />,
        },
        { head: "Release", cell: (bundle) => releaseText(bundle) ?? "–" },
        { head: "Files", className: "number wide", cell: ({ fileCount }) => grouped(fileCount) },
        { head: "Size", className: "number wide", cell: ({ byteLength }) => bytesText(byteLength) },
      ]}
    />
  );
}

/** `web@1.2.3, dist 7` */
export function releaseText({
  release,
  dist,
}: Pick<Bundle, "release" | "dist">): string | undefined {
  const parts = [release, dist === undefined ? undefined : `dist ${dist}`].filter(
    (part) => part !== undefined,
  );
  return parts.length > 0 ? parts.join(", ") : undefined;
}
