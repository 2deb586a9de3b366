import type { WrongQuery } from "#server/domain/search/issue-query.ts";

export type Misread = Pick<WrongQuery, "detail" | "from" | "to">;

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
