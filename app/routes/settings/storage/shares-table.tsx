import { href, Link } from "react-router";
import { bytesText } from "#app/ui/format/bytes.ts";
import { Table } from "#app/ui/table.tsx";
import type { ShareOfStorage } from "#server/read/read-storage.ts";

type Share = ShareOfStorage & { slug: string; name: string };

const kinds = [
  ["Events", "eventBytes"],
  ["Traces", "traceBytes"],
  ["Attachments", "attachmentBytes"],
  ["Source maps", "artifactBytes"],
] as const;

/** Largest first. Kinds without values are omitted. */
export function SharesTable({ shares }: { shares: Share[] }) {
  const shown = kinds.filter(([, kind]) => shares.some((share) => share[kind] > 0));
  return (
    <>
      <Table
        caption="Storage by project"
        rows={shares}
        keyOf={({ projectId }) => projectId}
        columns={[
          {
            head: "Project",
            className: "main",
            cell: ({ slug, name }) => (
              <Link to={href("/:project/settings/retention", { project: slug })}>{name}</Link>
            ),
          },
          ...shown.map(([head, kind]) => ({
            head,
            className: "number wide",
            cell: (share: Share) => bytesText(share[kind]),
          })),
          {
            head: "Total",
            className: "number",
            cell: (share) => bytesText(kinds.reduce((sum, [, kind]) => sum + share[kind], 0)),
          },
        ]}
      />
      <p className="meta">Estimated from event and trace counts.</p>
    </>
  );
}
