import { bytesText } from "#app/ui/bytes.ts";
import type { Artifact, ArtifactKind } from "#server/domain/artifact/artifact.ts";

const kindNames: { [Kind in ArtifactKind]: string } = {
  minified_source: "script",
  source_map: "source map",
  source: "source",
  other: "other",
};

export function FileTable({ files }: { files: Artifact[] }) {
  return (
    <table className="ledger bundle-files words">
      <caption>Files of this upload</caption>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Kind</th>
          <th scope="col">Debug ID</th>
          <th scope="col" className="number">
            Size
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, url, kind, debugId, byteLength }) => (
          <tr key={id}>
            <th scope="row">
              <code>{url}</code>
            </th>
            <td>{kindNames[kind]}</td>
            <td>{debugId === undefined ? <span className="meta">none</span> : <code>{debugId}</code>}</td>
            <td className="number">{bytesText(byteLength)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
