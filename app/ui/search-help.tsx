type Props = {
  examples: readonly (readonly [query: string, meaning: string])[];
  toQuery: (query: string) => string;
};

/**
 * Plain links, which the browser follows within the page all the same (`enhance/follow-links`). Not
 * one text of HTML, though that is drawn faster: the security policy forbids scripts to set one, so
 * the list would fail in a browser at its first change.
 */
export function SearchHelp({ examples, toQuery }: Props) {
  return (
    <details>
      <summary className="meta">Search syntax</summary>
      <dl className="search-help">
        {examples.map(([query, meaning]) => (
          <div key={query}>
            <dt>
              <a href={`?${toQuery(query)}`}>
                <code>{query}</code>
              </a>
            </dt>
            <dd className="meta">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
