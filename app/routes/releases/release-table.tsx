import { ChangeMark, slower } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { Moment } from "#app/routes/routes/period-text.tsx";
import { counted, percent } from "#app/ui/count.ts";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { ShareBar } from "#app/ui/share-bar.tsx";
import { Time } from "#app/ui/time.tsx";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { AdoptionMeasure } from "#server/release-services.ts";
import { CrashFree } from "./crash-free.tsx";
import { IssueCounts } from "./issue-counts.tsx";
import type { ShownEntry } from "./shown-entry.ts";

type TableProps = { entries: ShownEntry[]; measure: AdoptionMeasure; window: Window; now: number };

/** The releases, who uses them, what they broke and whether they are slower than the one before. */
export function ReleaseTable({ entries, measure, window, now }: TableProps) {
  return (
    <>
      <p className="meta">
        Since <Moment at={window.since} now={now} /> UTC. Adoption is the share of all {measure}
        {measure === "requests" && "; no sessions were sent, so nothing is known of crashes"}.
      </p>
      <table className="ledger release-list">
        <caption>Releases, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Release</th>
            <th scope="col" className="share">
              Adoption
            </th>
            <th scope="col" className="number more">
              Crash-free sessions
            </th>
            <th scope="col" className="number more">
              Crash-free people
            </th>
            <th scope="col" className="issues-of">
              Issues
            </th>
            <th scope="col" className="number p95">
              p95
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.version} {...{ entry, measure, now }} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ entry, measure, now }: { entry: ShownEntry; measure: AdoptionMeasure; now: number }) {
  const { version, adoption, sessions, issues, p95, previous } = entry;
  return (
    <tr>
      <th scope="row">
        <ReleaseLink version={version} />
        <Dates entry={entry} now={now} />
      </th>
      <td className="share">
        <ShareBar {...adoption} /> {percent(adoption.part, adoption.whole)}
        <div className="meta">{adoption.part > 0 && counted(adoption.part, measure.slice(0, -1))}</div>
        {sessions && (
          <div className="meta of-phone">{`${crashFreeText(sessions.crashed, sessions.sessions)} crash-free`}</div>
        )}
      </td>
      <td className="number more">
        {sessions ? (
          <CrashFree crashed={sessions.crashed} all={sessions.sessions} />
        ) : (
          <span className="meta">none sent</span>
        )}
      </td>
      <td className="number more">{sessions && <CrashFree crashed={sessions.crashedUsers} all={sessions.users} />}</td>
      <td className="issues-of">
        <IssueCounts version={version} counts={issues} />
      </td>
      <td className="number p95">
        {p95 && percentileText(p95.ms)}
        {p95?.by !== undefined && (
          <div className="meta" title={`against ${previous}`}>
            <ChangeMark by={p95.by} words={slower} />
          </div>
        )}
      </td>
    </tr>
  );
}

function Dates({ entry: { isLatest, firstSeen, releasedAt, deploys }, now }: { entry: ShownEntry; now: number }) {
  return (
    <div className="meta">
      {isLatest && (
        <>
          <b>latest</b>
          {" · "}
        </>
      )}
      {releasedAt === undefined ? "first seen " : "released "}
      <Time at={releasedAt ?? firstSeen} now={now} />
      {deploys.map(({ environment, finishedAt }) => (
        <span key={environment}>
          {" · "}
          <bdi>{environment}</bdi> <Time at={finishedAt} now={now} short />
        </span>
      ))}
    </div>
  );
}
