import { Link } from "react-router";
import { grouped } from "#app/ui/count.ts";
import type { Facet } from "./facets.ts";

export type FacetList = { facets: Facet[]; counted: number; isAll: boolean };

/** What the issues that match have in common: each value is a link that asks for it, or no longer. */
export function FacetSide({ facets, counted, isAll, toQuery }: FacetList & { toQuery: (query: string) => string }) {
  if (facets.length === 0) return null;
  return (
    <aside aria-label="Narrow down">
      <details className="facets" open>
        <summary>Narrow down</summary>
        {!isAll && <p className="meta">Counted among the {grouped(counted)} seen last.</p>}
        {facets.map(({ title, values }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {values.map(({ text, issues, query, isOn }) => (
                <li key={text}>
                  <Link to={{ search: toQuery(query) }} aria-current={isOn || undefined} preventScrollReset>
                    {text || "(empty)"}
                  </Link>{" "}
                  <span className="count">{grouped(issues)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </aside>
  );
}
