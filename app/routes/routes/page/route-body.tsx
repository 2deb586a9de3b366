import { Link } from "react-router";
import { Stats } from "#app/ui/stats.tsx";
import { ChangeMark, failsMore, moreOften, slower } from "../change-mark.tsx";
import type { Loaded } from "../page.tsx";
import { NavigationTypes } from "../facts/navigation-types.tsx";
import { Fixes } from "../findings/fixes.tsx";
import { Slowest } from "../findings/slowest.tsx";
import { Loaders, TimeBreakdown } from "../findings/time-breakdown.tsx";
import type { Headline } from "./headline.ts";
import { LatencyHistogram } from "./latency-histogram.tsx";
import { PercentileTrend } from "./percentile-trend.tsx";
import { ReleasesTable } from "./releases-table.tsx";

type BodyProps = Pick<Loaded, "shown" | "findings" | "changes" | "facts" | "marks" | "now"> & {
  project: string;
  search: string;
};

/** A route's metrics, suggested fixes, time breakdown, and releases. */
export function RouteBody({
  project,
  shown,
  findings,
  changes,
  facts,
  marks,
  search,
  now,
}: BodyProps) {
  if (shown.count === 0) return <NothingRan search={search} />;
  return (
    <>
      <HeadlineStats headline={shown.headline} />
      <Fixes findings={findings} changes={changes} />
      <section className="part">
        <h2>Duration over time</h2>
        <PercentileTrend {...shown} marks={marks} now={now} />
      </section>
      <div className="duo">
        <section className="part">
          <h2>Duration distribution</h2>
          <LatencyHistogram {...shown} />
        </section>
        <TimeBreakdown findings={findings} />
      </div>
      <Loaders findings={findings} />
      {findings.slowest.length > 0 && <Slowest slowest={findings.slowest} now={now} />}
      <NavigationTypes title="Page loads and navigations" facts={facts} />
      <ReleasesTable
        {...{ project, id: shown.operation.id, releases: shown.releases, search, now }}
      />
    </>
  );
}

/** The route exists but has no requests in this range, with a link to a longer one. */
function NothingRan({ search }: { search: string }) {
  const wider = new URLSearchParams(search);
  wider.set("since", "365d");
  for (const name of ["until", "release", "environment"]) wider.delete(name);
  return (
    <p className="empty">
      This route had no requests in this time range
      {search.includes("release=") && " in this release"}.{" "}
      <Link to={{ search: wider.toString() }}>Show the last year</Link>
    </p>
  );
}

const isWorse = (by: number | undefined, words: Headline["words"]): boolean =>
  by !== undefined && by > 0 && words !== "often";

const wordsOf = { speed: slower, often: moreOften, failures: failsMore };

/**
 * Key figures, each with its change if statistically significant, otherwise with its previous
 * value.
 */
function HeadlineStats({ headline }: { headline: Headline[] }) {
  return (
    <Stats
      stats={headline.map(({ name, now, before, by, words }) => [
        name,
        <>
          <span className={isWorse(by, words) ? "bad" : undefined}>{now}</span>{" "}
          <small title={before === undefined ? undefined : `Before: ${before}`}>
            <ChangeMark by={by} words={wordsOf[words]} isGoodOrBad={words !== "often"} />
            {by === undefined && before !== undefined && before !== now && `was ${before}`}
          </small>
        </>,
      ])}
    />
  );
}
