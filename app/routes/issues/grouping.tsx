import { capitalized } from "#server/domain/capitalized.ts";
import { requireIssue } from "#app/guard.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { Grouping } from "#server/domain/grouping/grouping.ts";
import type { StoredFingerprint } from "#server/storage/issues/issue-store.ts";
import { GroupingLinks } from "./grouping/grouping-links.tsx";
import type { Route } from "./+types/grouping.ts";
import { Table } from "#app/ui/table.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

const fingerprintsShown = 100;

export async function loader(args: Route.LoaderArgs) {
  const { services, issue } = await requireIssue(args, "issue:read");
  const [view, fingerprints] = await Promise.all([
    services.readEvent(issue, "latest"),
    services.store.issues.fingerprints(issue.projectId, issue.id, fingerprintsShown + 1),
  ]);
  const isWhole = fingerprints.length <= fingerprintsShown;
  return {
    grouping: view?.grouping,
    fingerprints: fingerprints.slice(0, fingerprintsShown),
    isWhole,
    now: services.now(),
  };
}

export default function GroupingPage({
  loaderData,
  params: { project, issue },
}: Route.ComponentProps) {
  const { grouping, fingerprints, isWhole, now } = loaderData;
  return (
    <>
      <ProjectTitle>{`Grouping · ${issue}`}</ProjectTitle>
      <GroupingLinks project={project} issue={issue} />
      <section className="part">
        <h2>Grouping info</h2>
        {grouping ? <Why grouping={grouping} /> : <p>All events of this issue have expired.</p>}
      </section>
      <section className="part">
        <h2>Fingerprints of this issue</h2>
        <p>
          Events with any of these fingerprints belong to this issue.
          {!isWhole &&
            ` The first ${fingerprintsShown} are listed; search the others under Merged fingerprints.`}
        </p>
        <FingerprintTable {...{ fingerprints, now }} latest={grouping?.hash} />
      </section>
    </>
  );
}

function Why({ grouping: { sentence, parts, rule } }: { grouping: Grouping }) {
  return (
    <>
      <p>{capitalized(sentence)}. Grouping of the latest event:</p>
      {rule !== undefined && (
        <p>
          Matched rule: <code className="text">{rule}</code>
        </p>
      )}
      <Table
        caption="Grouping of the latest event"
        rows={parts}
        keyOf={(_, index) => index}
        rowClass={({ counts }) => (counts ? undefined : "passed-over")}
        columns={[
          { head: "Component", cell: ({ label }) => label },
          {
            head: "Value",
            cell: ({ value, remark }) => (
              <>
                <code className="text">{value}</code>
                {remark && <small>{capitalized(remark)}</small>}
              </>
            ),
          },
          {
            head: "Used",
            cell: ({ counts }) => (counts ? "Used" : "Not used"),
          },
        ]}
      />
    </>
  );
}

type FingerprintProps = { fingerprints: StoredFingerprint[]; latest?: string; now: number };

function FingerprintTable({ fingerprints, latest, now }: FingerprintProps) {
  return (
    <Table
      caption="Fingerprints of this issue"
      rows={fingerprints}
      keyOf={({ hash }) => hash}
      columns={[
        {
          head: "Fingerprint",
          cell: ({ hash }) => (
            <>
              <code>{hash}</code>
              {hash === latest && <span className="meta"> latest event</span>}
            </>
          ),
        },
        { head: "Algorithm", className: "wide", cell: ({ algorithm }) => algorithm },
        { head: "First seen", cell: ({ firstSeen }) => <Time at={firstSeen} now={now} /> },
      ]}
    />
  );
}
