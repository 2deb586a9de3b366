import type { NavigationFacts } from "#server/domain/rollup/navigation-facts.ts";
import { FactsTable, type RouteFacts } from "./facts-table.tsx";
import { FactsList } from "./facts-list.tsx";

type Reached = {
  title: string;
  facts: NavigationFacts | undefined;
  byRoute?: readonly RouteFacts[];
};

/** How visitors reached a page, or all of them. Nothing for pages without visits. */
export function HowReached({ title, facts, byRoute = [] }: Reached) {
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
