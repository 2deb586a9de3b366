type Props = {
  examples: readonly (readonly [query: string, meaning: string])[];
  toQuery: (query: string) => string;
};

/**
 * Plain links, which navigate within the page (`enhance/follow-links`). Not a single HTML string,
 * although that renders faster: the security policy forbids scripts to set one, so the list would
 * fail on its first change in a browser.
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
