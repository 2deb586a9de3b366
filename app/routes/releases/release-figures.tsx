import type { ReactNode } from "react";
import { ChangeMark, slower } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped, percent } from "#app/ui/count.ts";
import { Stats } from "#app/ui/stats.tsx";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import type { AdoptionMeasure } from "#server/release-services.ts";
import type { SessionCounts } from "#server/storage/release-store.ts";
import type { ShownEntry } from "./shown-entry.ts";

/** Who uses it, how well it works, how fast it is, and what it did to issues. */
export function ReleaseFigures({ entry, measure }: { entry: ShownEntry; measure: AdoptionMeasure }) {
  const { adoption, sessions, p95, issues } = entry;
  const of = `of ${counted(adoption.whole, measure.slice(0, -1))}`;
  return (
    <>
      <Stats
        stats={[
          ["Adoption", withNote(percent(adoption.part, adoption.whole), of)],
          ...sessionStats(sessions),
          ["p95", p95 && withNote(percentileText(p95.ms), <ChangeMark by={p95.by} words={slower} />)],
          ["New issues", toned(issues.fresh, "warn")],
          ["Regressed", toned(issues.regressed, "bad")],
          ["Resolved", grouped(issues.resolved)],
        ]}
      />
      {!sessions && (
        <p className="meta">
          No sessions of this release in this time range, so crashes are unknown. Sentry SDKs send sessions once a{" "}
          <code>release</code> is set.
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

function sessionStats(counts: SessionCounts | undefined): [string, ReactNode][] {
  if (!counts) return [];
  const { sessions, crashed, errored, abnormal, users, crashedUsers } = counts;
  const crashFree = (bad: number, all: number) =>
    withNote(crashFreeText(bad, all), `${grouped(bad)} of ${grouped(all)} crashed`);
  return [
    ["Crash-free sessions", crashFree(crashed, sessions)],
    ["Crash-free users", users > 0 && crashFree(crashedUsers, users)],
    ["Errored sessions", errored > 0 && withNote(percent(errored, sessions), grouped(errored))],
    ["Abnormal sessions", abnormal > 0 && grouped(abnormal)],
  ];
}
