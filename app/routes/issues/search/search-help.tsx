import { Link } from "react-router";

const examples: [query: string, meaning: string][] = [
  ["is:unresolved", "is: open, new, ongoing, regressed, ignored, resolved, unhandled, assigned, unassigned"],
  ["level:[error,fatal]", "one of several; level:>=warning for that one and worse"],
  [
    "environment:production release:latest",
    "seen there, and in the newest release; release:1.4.2, first-release:1.4.*",
  ],
  ["assigned:me", "to whom: me, none, a mail address or a name"],
  ["browser:Chrome*", "any other key is a tag, and * stands for anything; has:user asks for the key alone"],
  ["route:/checkout", "where it happened"],
  ["times-seen:>100 users:>10", "how often, in front of how many; 10..100 for a range"],
  ["first-seen:-7d last-seen:>2026-11-01", "within the last 7 days (+7d: before); dates, and 2026-11-01..2026-11-07"],
  ['"payment failed" -timeout', "words of the message; - or ! turns round what follows: !browser:Safari*"],
];

export function SearchHelp({ toQuery }: { toQuery: (query: string) => string }) {
  return (
    <details>
      <summary className="meta">How to search</summary>
      <dl className="search-help">
        {examples.map(([query, meaning]) => (
          <div key={query}>
            <dt>
              <Link to={{ search: toQuery(query) }}>
                <code>{query}</code>
              </Link>
            </dt>
            <dd className="meta">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
