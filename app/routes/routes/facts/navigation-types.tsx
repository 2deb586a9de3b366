import { grouped, percent } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { durationText } from "#app/ui/format/duration.ts";
import {
  type NavigationFacts,
  neverHydrated,
  type Spread,
} from "#server/domain/rollup/navigation-facts.ts";
import { msAt, percentileName } from "#server/domain/rollup/percentiles.ts";
import { FactsList } from "./facts-list.tsx";

type Reached = {
  title: string;
  facts: NavigationFacts | undefined;
  byRoute?: readonly RouteFacts[];
};

/** How visitors reached a page, or all pages. Nothing for pages without visits. */
export function NavigationTypes({ title, facts, byRoute = [] }: Reached) {
  if (!facts) return null;
  return (
    <section className="part">
      <h2>{title}</h2>
      <FactsList facts={facts} />
      {byRoute.length > 1 && (
        <details className="chart-table">
          <summary>View by page</summary>
          <FactsTable rows={byRoute} />
        </details>
      )}
    </section>
  );
}

type RouteFacts = { route: string; facts: NavigationFacts };

/** The same by page, with numbers only. */
function FactsTable({ rows }: { rows: readonly RouteFacts[] }) {
  return (
    <Table
      caption="Page loads and navigations by page"
      rows={rows}
      keyOf={({ route }) => route}
      columns={[
        { head: "Page", className: "main", cell: ({ route }) => route },
        ...heads.map(([head, className], index) => ({
          head,
          className,
          cell: ({ facts }: RouteFacts) => cellsOf(facts)[index],
        })),
      ]}
    />
  );
}

/** The percentile of narrow columns. */
const spreadQuantile = 0.75;

const heads: [text: string, className: string][] = [
  ["Documents served", "number"],
  ["Navigations", "number"],
  ["Never hydrated", "number"],
  [`Pending ${percentileName(spreadQuantile)}`, "number wide"],
  ["Over 1 s", "number wide"],
  [`Revalidation ${percentileName(spreadQuantile)}`, "number roomy"],
  ["Prefetches used", "number roomy"],
];

function cellsOf(facts: NavigationFacts): string[] {
  const { documents, navigations, pending, revalidation, prefetches, prefetchesUsed } = facts;
  const never = neverHydrated(facts);
  return [
    grouped(documents),
    grouped(navigations),
    never === undefined ? "" : percent(never, 1),
    spreadText(pending),
    pending ? percent(pending.overSecond, pending.count) : "",
    spreadText(revalidation),
    prefetches > 0 ? `${grouped(prefetchesUsed)} of ${grouped(prefetches)}` : "",
  ];
}

const spreadText = (spread: Spread | undefined): string =>
  spread ? durationText(msAt(spread.percentiles, spreadQuantile)!) : "";
