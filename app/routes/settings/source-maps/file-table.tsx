import { bytesText } from "#app/ui/bytes.ts";
import type { Artifact, ArtifactKind } from "#server/domain/artifact/artifact.ts";
import { Table } from "#app/ui/table.tsx";

const kindNames: { [Kind in ArtifactKind]: string } = {
  minified_source: "script",
  source_map: "source map",
  source: "source",
  other: "other",
};

export function FileTable({ files }: { files: Artifact[] }) {
  return (
    <Table
      caption="Files of this upload"
      rows={files}
      keyOf={({ id }) => id}
      columns={[
        { head: "File", className: "file", cell: ({ url }) => <code>{url}</code> },
        { head: "Type", cell: ({ kind }) => kindNames[kind] },
        {
          ...{ head: "Debug ID", className: "wide" },
          cell: ({ debugId }) => (debugId === undefined ? "–" : <code>{debugId}</code>),
        },
        { head: "Size", className: "number", cell: ({ byteLength }) => bytesText(byteLength) },
      ]}
    />
  );
}
