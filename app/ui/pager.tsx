import { Link, useLocation } from "react-router";

/**
 * Keyset paging: links to the next and the first page. The browser's Back returns to the previous
 * one.
 */
export function Pager({ next, label }: { next?: string; label: string }) {
  const { pathname, search } = useLocation();
  const onFirst = !new URLSearchParams(search).has("cursor");
  if (onFirst && next === undefined) return null;
  return (
    <nav className="pager" aria-label={label}>
      {!onFirst && <Link to={{ pathname, search: withCursor(search) }}>First page</Link>}
      {next !== undefined && (
        <Link rel="next" to={{ pathname, search: withCursor(search, next) }}>
          Next page
        </Link>
      )}
    </nav>
  );
}

function withCursor(search: string, cursor?: string): string {
  const params = new URLSearchParams(search);
  if (cursor === undefined) params.delete("cursor");
  else params.set("cursor", cursor);
  return params.toString();
}
