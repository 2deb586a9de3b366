/** What is wrong with a query, and which part of its text that is. */
export type Misread = { detail: string; from: number; to: number };

/** What was typed, marked where it was not understood, and what would be right. */
export function MisreadQuery({ query, misread: { detail, from, to } }: { query: string; misread: Misread }) {
  return (
    <p className="error" id="query-error">
      <code>
        {query.slice(0, from)}
        <mark>{query.slice(from, to)}</mark>
        {query.slice(to)}
      </code>
      <br />
      {detail}
    </p>
  );
}
