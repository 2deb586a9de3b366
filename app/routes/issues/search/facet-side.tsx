import { Link } from "react-router";
import { grouped } from "#server/domain/count.ts";
import type { Facet } from "./facets.ts";

export type FacetList = { facets: Facet[]; counted: number; isAll: boolean };

/** The most common values among matching issues. Each is a link that adds or removes it. */
export function FacetSide({
  facets,
  counted,
  isAll,
  toQuery,
}: FacetList & { toQuery: (query: string) => string }) {
  if (facets.length === 0) return null;
  return (
    <aside aria-label="Filters" className="facets" id="facets" popover="auto">
      {!isAll && <p className="meta">Based on the {grouped(counted)} most recent issues.</p>}
      {facets.map(({ title, values }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {values.map(({ text, issues, query, isOn }) => (
              <li key={text}>
                <Link
                  to={{ search: toQuery(query) }}
                  aria-current={isOn || undefined}
                  preventScrollReset
                >
                  {text || "(empty)"}
                </Link>{" "}
                <span className="count">{grouped(issues)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  );
}
