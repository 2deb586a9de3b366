import { href, Link, useLocation } from "react-router";

/**
 * An error in a query: its message, position, and suggestion. `traces`: the equivalent trace search
 * in `project`.
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

/** The query with its error marked, and a suggestion. */
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

/** `name`: of the project, if several are searched. */
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

/** Another search from its start, with the same filters. `field`: its URL parameter. */
export function withQuery(search: string, query: string, field = "query"): string {
  const params = new URLSearchParams(search);
  params.delete("cursor");
  params.set(field, query);
  return params.toString();
}
