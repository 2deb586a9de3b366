import { counted } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { Bundle } from "#server/domain/artifact/artifact.ts";

/** What build tools uploaded for it, and what became of that. */
export function Artifacts({ bundles, now }: { bundles: Bundle[]; now: number }) {
  return (
    <section className="part" id="artifacts">
      <h2>Uploaded artifacts</h2>
      {bundles.length === 0 ? (
        <p className="meta">
          No source maps were uploaded under this release. Those that are found by debug id alone need none.
        </p>
      ) : (
        <table className="ledger">
          <caption>Bundles of files uploaded for this release</caption>
          <thead>
            <tr>
              <th scope="col">State</th>
              <th scope="col" className="number">
                Files
              </th>
              <th scope="col">Uploaded</th>
            </tr>
          </thead>
          <tbody>
            {bundles.map(({ id, state, dist, fileCount, uploadedBy, uploadedAt }) => (
              <tr key={id}>
                <th scope="row">
                  {state.state === "failed" ? <span className="bad">✕ failed</span> : state.state}
                  {state.state === "failed" && <div className="meta">{state.reason}</div>}
                  {dist !== undefined && <div className="meta">{`dist ${dist}`}</div>}
                </th>
                <td className="number">{counted(fileCount, "file")}</td>
                <td>
                  <Time at={uploadedAt} now={now} /> by <bdi>{uploadedBy}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
