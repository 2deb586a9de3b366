import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Deploy } from "#server/storage/releases/release-store.ts";

/** Deploys, newest first. */
export function Deploys({ deploys, now }: { deploys: Deploy[]; now: number }) {
  return (
    <section className="part" id="deploys">
      <h2>Deploys</h2>
      <Table
        caption="Deploys of this release"
        rows={deploys}
        keyOf={({ id }) => id}
        columns={[
          { head: "Environment", cell: (deploy) => <Environment {...deploy} /> },
          { head: "Finished", cell: ({ finishedAt }) => <Time at={finishedAt} now={now} /> },
          {
            head: "Duration",
            className: "number",
            cell: ({ startedAt, finishedAt }) =>
              startedAt !== undefined &&
              startedAt <= finishedAt &&
              spokenDuration(finishedAt - startedAt),
          },
        ]}
        empty={
          <p className="meta">
            No deploys. Report one with{" "}
            <code>sentry-cli deploys new --release VERSION --env production</code>.
          </p>
        }
      />
    </section>
  );
}

function Environment({ environment, name, url }: Deploy) {
  const isWeb = url !== undefined && /^https?:\/\//.test(url);
  return (
    <>
      <bdi>{environment}</bdi>
      {(name ?? url) !== undefined && (
        <small>{isWeb ? <a href={url}>{name ?? url}</a> : name}</small>
      )}
    </>
  );
}
