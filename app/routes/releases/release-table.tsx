import { ChangeMark, slower } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { Moment } from "#app/routes/routes/period-text.tsx";
import { Trend } from "#app/ui/chart/trend.tsx";
import { counted, grouped, percent } from "#server/domain/count.ts";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { ShareBar } from "#app/ui/chart/share-bar.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Window } from "#server/domain/rollup/window.ts";
import type { SessionCounts } from "#server/storage/releases/release-store.ts";
import {
  type Crashes,
  CrashFree,
  crashedSessions,
  crashedUsers,
  crashTone,
} from "./crash-free.tsx";
import { IssueCounts } from "./issue-counts.tsx";
import type { ShownEntry, ShownListed } from "./shown-entry.ts";
import { percentileName, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import { isMeasured, latestShare } from "#server/domain/release/adoption.ts";
import type { AdoptionMeasure } from "#server/read/read-adoption.ts";

type TableProps = { entries: ShownListed[]; measure: AdoptionMeasure; window: Window; now: number };

/** Releases with adoption, crashes, issues, and speed compared with the previous one. */
export function ReleaseTable({ entries, measure, window, now }: TableProps) {
  return (
    <>
      <Table
        caption="Releases, newest first"
        rows={entries}
        keyOf={({ version }) => version}
        columns={[
          { head: "Release", className: "main", cell: (entry) => <Name entry={entry} /> },
          {
            head: "First seen",
            className: "roomy",
            cell: ({ firstSeen }) => <Time at={firstSeen} now={now} />,
          },
          {
            head: "Adoption",
            className: "bar",
            cell: ({ adoption, sessions }) =>
              isMeasured(adoption, sessions !== undefined || measure !== "sessions") ? (
                <Adoption {...{ adoption, measure }} />
              ) : (
                "–"
              ),
          },
          {
            head: "Crashed sessions",
            className: "roomy",
            cell: (entry) => <CrashTrend entry={entry} />,
          },
          {
            head: "Crash-free sessions",
            className: "number",
            cell: (entry) => <CrashFreeOf entry={entry} of={crashedSessions} />,
          },
          {
            head: "Crash-free users",
            className: "number roomy",
            cell: (entry) => <CrashFreeOf entry={entry} of={crashedUsers} />,
          },
          {
            head: "Issues",
            className: "wide",
            cell: ({ version, issues }) => <IssueCounts version={version} counts={issues} />,
          },
          {
            head: percentileName(slowQuantile),
            className: "number wide",
            cell: (entry) => <Slow {...entry} />,
          },
          {
            head: "Commits",
            className: "number roomy soft",
            cell: ({ commitCount }) => commitsText(commitCount),
          },
        ]}
      />
      <p className="meta">
        Since <Moment at={window.since} now={now} /> UTC. Users are counted per day, so they include
        all of that day. Adoption is the current share of all {measure}, and that in the last 24
        hours
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

function Adoption({
  adoption,
  measure,
}: Pick<ShownEntry, "adoption"> & { measure: AdoptionMeasure }) {
  const { part, whole } = latestShare(adoption);
  return (
    <span title={`${counted(adoption.part, measure.slice(0, -1))} in the last 24 hours`}>
      <ShareBar {...{ part, whole }} /> {percent(part, whole)}
      {adoption.now && <small>{`${percent(adoption.part, adoption.whole)} in 24 h`}</small>}
    </span>
  );
}

const commitsText = (count: number): string => (count > 0 ? grouped(count) : "–");

const isWorse = (
  { sessions, before }: ShownEntry,
  of: (counts: SessionCounts) => Crashes,
): boolean =>
  sessions !== undefined &&
  before?.sessions !== undefined &&
  crashTone(of(sessions), of(before.sessions)) === "bad";

function CrashFreeOf({ entry, of }: { entry: ShownEntry; of: (counts: SessionCounts) => Crashes }) {
  return entry.sessions ? <CrashFree {...of(entry.sessions)} isWorse={isWorse(entry, of)} /> : "–";
}

/** Crashed sessions over time, red if significantly more than in the previous release. */
function CrashTrend({ entry }: { entry: ShownListed }) {
  const { crashes, sessions } = entry;
  if (!sessions || sessions.crashed === 0) return "–";
  return (
    <Trend
      packed={crashes}
      tone={isWorse(entry, crashedSessions) ? "bad" : undefined}
      sentence={`${counted(sessions.crashed, "crashed session")} over time`}
    />
  );
}

function Slow({ slow, previous }: ShownEntry) {
  if (!slow) return "–";
  return (
    <>
      {percentileText(slow.ms)}
      {slow.by !== undefined && (
        <small title={`compared with ${previous}`}>
          <ChangeMark by={slow.by} words={slower} />
        </small>
      )}
    </>
  );
}
