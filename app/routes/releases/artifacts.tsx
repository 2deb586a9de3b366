import { counted } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Bundle } from "#server/domain/artifact/artifact.ts";

/** Source maps uploaded by build tools, and whether they could be read. */
export function Artifacts({ bundles, now }: { bundles: Bundle[]; now: number }) {
  return (
    <section className="part" id="artifacts">
      <h2>Source maps</h2>
      <Table
        caption="Source map bundles uploaded for this release"
        rows={bundles}
        keyOf={({ id }) => id}
        columns={[
          { head: "Status", className: "word", cell: (bundle) => <State {...bundle} /> },
          {
            head: "Files",
            className: "number",
            cell: ({ fileCount }) => counted(fileCount, "file"),
          },
          {
            head: "Uploaded",
            cell: ({ uploadedAt, uploadedBy }) => (
              <>
                <Time at={uploadedAt} now={now} /> by <bdi>{uploadedBy}</bdi>
              </>
            ),
          },
        ]}
        empty={
          <p className="meta">
            No source maps were uploaded for this release. Source maps with debug IDs need no
            release.
          </p>
        }
      />
    </section>
  );
}

function State({ state, dist }: Bundle) {
  return (
    <>
      {state.state === "failed" ? <span className="bad">Failed</span> : state.state}
      {state.state === "failed" && <small>{state.reason}</small>}
      {dist !== undefined && <small>{`dist ${dist}`}</small>}
    </>
  );
}
