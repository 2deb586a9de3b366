import { requireIssue } from "#app/guard.ts";
import { Time } from "#app/ui/time.tsx";
import type { Grouping, GroupingPart } from "#server/domain/grouping/grouping.ts";
import type { StoredFingerprint } from "#server/storage/store.ts";
import { GroupingLinks } from "./grouping/grouping-links.tsx";
import type { Route } from "./+types/grouping.ts";

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

export default function GroupingPage({ loaderData, params: { project, issue } }: Route.ComponentProps) {
  const { grouping, fingerprints, isWhole, now } = loaderData;
  return (
    <>
      <title>{`Grouping · ${issue} · ${project} · Spoor`}</title>
      <GroupingLinks project={project} issue={issue} />
      <section className="part">
        <h2>Grouping info</h2>
        {grouping ? <Why grouping={grouping} /> : <p>The events have expired, so their grouping can't be shown.</p>}
      </section>
      <section className="part">
        <h2>Fingerprints of this issue</h2>
        <p>
          An event with any of these belongs to it.
          {!isWhole && ` The first ${fingerprintsShown} are listed. Search Merged fingerprints for others.`}
        </p>
        <FingerprintTable {...{ fingerprints, now }} latest={grouping?.hash} />
      </section>
    </>
  );
}

function Why({ grouping: { sentence, parts, rule } }: { grouping: Grouping }) {
  return (
    <>
      <p> {sentence[0]!.toUpperCase() + sentence.slice(1)}. Grouping of the latest event: </p>
      {rule !== undefined && (
        <p>
          Grouping rule: <code className="text">{rule}</code>
        </p>
      )}
      <table className="ledger parts">
        <caption>Grouping of the latest event</caption>
        <thead>
          <tr>
            <th scope="col">Component</th>
            <th scope="col">Value</th>
            <th scope="col">Used</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, index) => (
            <PartRow key={index} part={part} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function PartRow({ part: { label, value, counts, remark } }: { part: GroupingPart }) {
  return (
    <tr className={counts ? undefined : "passed-over"}>
      <th scope="row">{label}</th>
      <td>
        <code className="text">{value}</code>
      </td>
      <td>
        {counts ? "Used" : "Not used"}
        {remark && <span className="meta">: {remark}</span>}
      </td>
    </tr>
  );
}

type FingerprintProps = { fingerprints: StoredFingerprint[]; latest?: string; now: number };

function FingerprintTable({ fingerprints, latest, now }: FingerprintProps) {
  return (
    <table className="ledger">
      <caption>Fingerprints of this issue</caption>
      <thead>
        <tr>
          <th scope="col">Fingerprint</th>
          <th scope="col">Algorithm</th>
          <th scope="col">First seen</th>
        </tr>
      </thead>
      <tbody>
        {fingerprints.map(({ hash, algorithm, firstSeen }) => (
          <tr key={hash}>
            <th scope="row">
              <code>{hash}</code>
              {hash === latest && <span className="meta"> latest event</span>}
            </th>
            <td>{algorithm}</td>
            <td>
              <Time at={firstSeen} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
