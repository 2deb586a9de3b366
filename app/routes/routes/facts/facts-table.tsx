import { grouped, percent } from "#app/ui/count.ts";
import { durationText } from "#app/ui/duration.ts";
import { type NavigationFacts, neverHydrated } from "#server/domain/rollup/navigation-facts.ts";

export type RouteFacts = { route: string; facts: NavigationFacts };

/** The same by page, where there is room for figures alone. */
export function FactsTable({ rows }: { rows: readonly RouteFacts[] }) {
  return (
    <table className="vitals">
      <caption>How each page was reached</caption>
      <thead>
        <tr>
          <th scope="col">Page</th>
          {heads.map(([text, className]) => (
            <th key={text} scope="col" className={className}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ route, facts }) => (
          <tr key={route}>
            <th scope="row">{route}</th>
            {cellsOf(facts).map((cell, index) => (
              <td key={heads[index]![0]} className={heads[index]![1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const heads: [text: string, className: string][] = [
  ["Documents", "number"],
  ["Navigations", "number"],
  ["Never hydrated", "number"],
  ["Pending p75", "number"],
  ["Over 1 s", "number more"],
  ["Loaded again p75", "number more"],
  ["Prefetches used", "number more"],
];

function cellsOf(facts: NavigationFacts): string[] {
  const { documents, navigations, pending, revalidation, prefetches, prefetchesUsed } = facts;
  const never = neverHydrated(facts);
  return [
    grouped(documents),
    grouped(navigations),
    never === undefined ? "" : percent(never, 1),
    pending ? durationText(pending.p75Ms) : "",
    pending ? percent(pending.overSecond, pending.count) : "",
    revalidation ? durationText(revalidation.p75Ms) : "",
    prefetches > 0 ? `${grouped(prefetchesUsed)} of ${grouped(prefetches)}` : "",
  ];
}
