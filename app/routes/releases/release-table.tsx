import { ChangeMark, slower } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { Moment } from "#app/routes/routes/period-text.tsx";
import { counted, percent } from "#app/ui/count.ts";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { ShareBar } from "#app/ui/share-bar.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Window } from "#server/domain/rollup/window.ts";
import type { AdoptionMeasure } from "#server/release-services.ts";
import { CrashFree } from "./crash-free.tsx";
import { IssueCounts } from "./issue-counts.tsx";
import type { ShownEntry } from "./shown-entry.ts";

type TableProps = { entries: ShownEntry[]; measure: AdoptionMeasure; window: Window; now: number };

/** The releases, who uses them, what they broke, and whether they are slower than the previous one. */
export function ReleaseTable({ entries, measure, window, now }: TableProps) {
  return (
    <>
      <Table
        caption="Releases, newest first"
        rows={entries}
        keyOf={({ version }) => version}
        columns={[
          { head: "Release", className: "main", cell: (entry) => <Name entry={entry} /> },
          { head: "First seen", className: "wide", cell: (entry) => <FirstSeen entry={entry} now={now} /> },
          { head: "Adoption", className: "bar", cell: ({ adoption }) => <Adoption {...{ adoption, measure }} /> },
          {
            ...{ head: "Crash-free sessions", className: "number" },
            cell: ({ sessions }) => (sessions ? <CrashFree crashed={sessions.crashed} all={sessions.sessions} /> : "–"),
          },
          {
            ...{ head: "Crash-free users", className: "number wide" },
            cell: ({ sessions }) =>
              sessions ? <CrashFree crashed={sessions.crashedUsers} all={sessions.users} /> : "–",
          },
          {
            ...{ head: "Issues", className: "wide" },
            cell: ({ version, issues }) => <IssueCounts version={version} counts={issues} />,
          },
          { head: "p95", className: "number wide", cell: (entry) => <P95 {...entry} /> },
        ]}
      />
      <p className="meta">
        Since <Moment at={window.since} now={now} /> UTC. Adoption is the share of all {measure}
        {measure === "requests" && ". No sessions were sent, so crashes are unknown"}.
      </p>
    </>
  );
}

function Name({ entry: { version, isLatest, deploys } }: { entry: ShownEntry }) {
  return (
    <>
      <ReleaseLink version={version} />
      <small>
        {isLatest && <b>Latest</b>} {deploys.map(({ environment }) => environment).join(", ")}
      </small>
    </>
  );
}

const FirstSeen = ({ entry: { firstSeen, releasedAt }, now }: { entry: ShownEntry; now: number }) => (
  <Time at={releasedAt ?? firstSeen} now={now} />
);

function Adoption({ adoption, measure }: Pick<ShownEntry, "adoption"> & { measure: AdoptionMeasure }) {
  return (
    <span title={counted(adoption.part, measure.slice(0, -1))}>
      <ShareBar {...adoption} /> {percent(adoption.part, adoption.whole)}
    </span>
  );
}

function P95({ p95, previous }: ShownEntry) {
  if (!p95) return "–";
  return (
    <>
      {percentileText(p95.ms)}
      {p95.by !== undefined && (
        <small title={`compared with ${previous}`}>
          <ChangeMark by={p95.by} words={slower} />
        </small>
      )}
    </>
  );
}
