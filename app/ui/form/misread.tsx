import { href, Link, useLocation } from "react-router";

/**
 * What is wrong with a query, which part of its text that is, and what that part may be meant as.
 * `traces`: the search for traces of the `project` that it may be.
 */
export type Misread = {
  detail: string;
  from: number;
  to: number;
  instead?: string;
  traces?: string;
  project?: string;
};

export const misreadOf = (
  { detail, from, to, instead, traces }: Misread,
  project?: string,
): Misread => ({
  detail,
  from,
  to,
  instead,
  ...(traces !== undefined && { traces, project }),
});

/** What was typed, marked where it was not understood, and what would be right. */
export function MisreadQuery({
  query,
  misread: { detail, from, to, instead, traces, project },
  field,
}: {
  query: string;
  misread: Misread;
  field?: string;
}) {
  const { search } = useLocation();
  return (
    <p className="error" id="query-error">
      <code>
        {query.slice(0, from)}
        <mark>{query.slice(from, to)}</mark>
        {query.slice(to)}
      </code>
      <br />
      {detail}
      {instead !== undefined && (
        <>
          {" "}
          Search for{" "}
          <Link
            to={{
              search: withQuery(search, query.slice(0, from) + instead + query.slice(to), field),
            }}
          >
            <code>{instead}</code>
          </Link>
          .
        </>
      )}{" "}
      {traces !== undefined && project !== undefined && (
        <SearchTraces {...{ project, query: traces }} />
      )}
    </p>
  );
}

/** `name`: of the project, where several are searched. */
export function SearchTraces({
  project,
  query,
  name,
}: {
  project: string;
  query: string;
  name?: string;
}) {
  const search = new URLSearchParams({ query }).toString();
  return (
    <Link to={{ pathname: href("/:project/traces", { project }), search }}>
      Search traces{name !== undefined && ` in ${name}`} for <code>{query}</code>
    </Link>
  );
}

/**
 * Another search from its beginning, under the same filters. `field`: what the address calls it.
 */
export function withQuery(search: string, query: string, field = "query"): string {
  const params = new URLSearchParams(search);
  params.delete("cursor");
  params.set(field, query);
  return params.toString();
}
