import type { ReactNode } from "react";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped, percent } from "#server/domain/count.ts";
import { Stats } from "#app/ui/stats.tsx";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import type { SessionCounts } from "#server/storage/releases/release-store.ts";
import { type Crashes, crashedSessions, crashedUsers, crashTone } from "./crash-free.tsx";
import type { ShownEntry } from "./shown-entry.ts";
import { percentileName, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import { isMeasured, latestShare } from "#server/domain/release/adoption.ts";
import type { AdoptionMeasure } from "#server/read/read-adoption.ts";

/** Adoption, crash-free rates, speed, and issues. */
export function ReleaseFigures({
  entry,
  measure,
}: {
  entry: ShownEntry;
  measure: AdoptionMeasure;
}) {
  const { adoption, sessions, slow, issues, before } = entry;
  const { part, whole, now } = adoption;
  const ofDay = `of ${counted(whole, measure.slice(0, -1))} in 24 h`;
  const share = latestShare(adoption);
  return (
    <>
      <Stats
        stats={[
          [
            "Adoption",
            isMeasured(adoption, sessions !== undefined || measure !== "sessions")
              ? withNote(
                  percent(share.part, share.whole),
                  now ? <span title={ofDay}>{`now; ${percent(part, whole)} in 24 h`}</span> : ofDay,
                )
              : "–",
          ],
          ...sessionStats(sessions, before?.sessions),
          [
            `${percentileName(slowQuantile)}, all routes`,
            slow && withNote(percentileText(slow.ms), slowNote(slow, before?.slowMs)),
          ],
          ["New issues", toned(issues.fresh, "warn")],
          ["Regressed", toned(issues.regressed, "bad")],
          ["Resolved", grouped(issues.resolved)],
        ]}
      />
      {!sessions && (
        <p className="meta">
          No sessions of this release in this time range, so crashes are unknown. Sentry SDKs send
          sessions once a <code>release</code> is set.
        </p>
      )}
    </>
  );
}

const toned = (count: number, tone: "warn" | "bad"): ReactNode => (
  <span className={count > 0 ? tone : undefined}>{grouped(count)}</span>
);

const withNote = (value: string, note: ReactNode): ReactNode => (
  <>
    {value} <small>{note}</small>
  </>
);

/** The value in the previous release, colored if the difference is statistically significant. */
const was = (text: string, tone: "bad" | "good" | undefined): ReactNode => (
  <span className={tone}>{`was ${text}`}</span>
);

function slowNote({ by }: { by?: number }, beforeMs: number | undefined): ReactNode {
  if (beforeMs === undefined) return undefined;
  return was(percentileText(beforeMs), by === undefined ? undefined : by > 0 ? "bad" : "good");
}

function crashFree(now: Crashes, before: Crashes | undefined): ReactNode {
  const crashes = `${grouped(now.crashed)} of ${grouped(now.all)} crashed`;
  if (!before || before.all === 0) return withNote(crashFreeText(now.crashed, now.all), crashes);
  const note = was(crashFreeText(before.crashed, before.all), crashTone(now, before));
  return <span title={crashes}>{withNote(crashFreeText(now.crashed, now.all), note)}</span>;
}

function sessionStats(
  counts: SessionCounts | undefined,
  before: SessionCounts | undefined,
): [string, ReactNode][] {
  if (!counts) return [];
  const { sessions, errored, abnormal, users } = counts;
  return [
    ["Crash-free sessions", crashFree(crashedSessions(counts), before && crashedSessions(before))],
    [
      "Crash-free users",
      users > 0 && crashFree(crashedUsers(counts), before && crashedUsers(before)),
    ],
    [
      "Sessions with errors",
      errored > 0 && withNote(percent(errored, sessions), counted(errored, "session")),
    ],
    ["Abnormal sessions", abnormal > 0 && grouped(abnormal)],
  ];
}
