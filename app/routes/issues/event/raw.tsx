import { Link, useLocation } from "react-router";

/** The event as received, scrubbed. As large as the page itself, so it loads on request. */
/** `path`: the event's own. The data forms are for programs, assistants, and terminals. */
export function Raw({ raw, path }: { raw?: string; path: string }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (raw === undefined) {
    params.set("raw", "yes");
    return (
      <p className="part">
        <Link to={{ pathname, search: params.toString(), hash: "raw" }} preventScrollReset>
          Raw JSON
        </Link>
        {" · "}
        <a href={`${path}.json`} type="application/json">
          JSON
        </a>
        {" · "}
        <a href={`${path}.md`} type="text/markdown">
          Markdown
        </a>
      </p>
    );
  }
  return (
    <section className="part" id="raw">
      <h2>Raw JSON</h2>
      <pre className="raw">
        <code>{raw}</code>
      </pre>
    </section>
  );
}
