import { type IssueKey, issueKeys, issueSyntax } from "#server/domain/search/issue-keys.ts";

const keys: IssueKey[] = Object.values(issueKeys);
const examples = [...issueSyntax, ...keys.flatMap(({ help }) => (help ? [help] : []))];

const escaped: { [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escaped[character]!);

/** As HTML: forty links as components are a tenth of what drawing the list costs, and hardly anybody opens them. */
export function SearchHelp({ toQuery }: { toQuery: (query: string) => string }) {
  const html = examples.map(([query, meaning]) => {
    const link = `<a href="?${escape(toQuery(query))}"><code>${escape(query)}</code></a>`;
    return `<div><dt>${link}</dt><dd class="meta">${escape(meaning)}</dd></div>`;
  });
  return (
    <details>
      <summary className="meta">Search syntax</summary>
      <dl className="search-help" dangerouslySetInnerHTML={{ __html: html.join("") }} />
    </details>
  );
}
