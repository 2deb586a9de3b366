import { counted, grouped, percent } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { Facts } from "#app/ui/facts.tsx";
import {
  type NavigationFacts,
  neverHydrated,
  type Spread,
  visitsOf,
} from "#server/domain/rollup/navigation-facts.ts";
import { percentileName } from "#server/domain/rollup/percentiles.ts";

/** One fact per line; unmeasured facts are omitted. */
export function FactsList({ facts }: { facts: NavigationFacts }) {
  const {
    documents,
    navigations,
    hydration,
    pending,
    submits,
    revalidation,
    prefetches,
    prefetchesUsed,
  } = facts;
  const visits = visitsOf(facts);
  const wasted = Math.max(0, prefetches - prefetchesUsed);
  return (
    <Facts
      facts={[
        [
          "Documents served",
          `${grouped(documents)}, ${percent(documents, visits)} of ${counted(visits, "page view")}`,
        ],
        ["Navigations", `${grouped(navigations)}, ${percent(navigations, visits)}`],
        ["Never hydrated", documents > 0 && <NeverHydrated key="share" facts={facts} />],
        ["Hydration script", hydration && spreadText(hydration)],
        [
          "Pending navigations",
          pending &&
            `${spreadText(pending)}; ${percent(pending.overSecond, pending.count)} took over a second`,
        ],
        [
          "Revalidation after a submission",
          revalidation &&
            `${spreadText(revalidation)} after the action's response, ${percent(revalidation.count, submits)} of ${counted(submits, "submit")}`,
        ],
        [
          "Prefetches",
          prefetches > 0 && (
            <>
              {`${grouped(prefetches)}: ${grouped(prefetchesUsed)} used, ${grouped(wasted)} unused (${percent(wasted, prefetches)})`}{" "}
              {prefetchesUsed === 0 && (
                <span className="meta">
                  browsers discard prefetched data without <code>Cache-Control: max-age</code>
                </span>
              )}
            </>
          ),
        ],
      ]}
    />
  );
}

function NeverHydrated({ facts }: { facts: NavigationFacts }) {
  const share = neverHydrated(facts);
  if (share === undefined) return <span className="meta">Unknown: no hydration was reported</span>;
  return (
    <>
      {`${percent(share, 1)} of ${counted(facts.hydratable, "document")}`}{" "}
      <span className="meta">
        of pages that report hydration. Causes: no scripts, bots, early exits, opt-outs, or traces
        not sampled
      </span>
    </>
  );
}

const spreadText = ({ percentiles }: Spread): string =>
  percentiles
    .map(({ quantile, ms }) => `${percentileName(quantile)} ${durationText(ms)}`)
    .join(", ");
