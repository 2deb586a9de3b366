import { href, Link, useLocation } from "react-router";
import { scopeOf } from "#app/ui/format/scope.ts";
import { withQuery } from "#app/ui/form/misread.tsx";
import { SearchHints } from "#app/ui/search-hints.tsx";
import type { List } from "./trace-list.tsx";

/** No data yet, or no matches, with the next step. */
export function NoTraces({
  project,
  list,
  isFirst,
}: {
  project: string;
  list: List;
  isFirst: boolean;
}) {
  const { environment, since } = scopeOf(useLocation().search);
  if (list.services.length === 0) return <HowToSend project={project} />;
  if (!isFirst) return <p className="empty">No more traces.</p>;
  return (
    <div className="empty">
      <p>
        No traces match {list.query ? <code>{list.query}</code> : "this"}
        {list.service && ` in ${list.service}`}
        {environment && ` in ${environment}`}
        {since && " in this time range"}. <Link to={{ search: "" }}>Show all traces</Link>
      </p>
      {list.missing !== undefined && <p>{list.missing}</p>}
      {list.isInIssues && (
        <p>
          <Link
            to={{
              pathname: href("/:project/issues", { project }),
              search: withQuery("", list.query),
            }}
          >
            Search issues for <code>{list.query}</code>
          </Link>
        </p>
      )}
      {!list.misread && <SearchHints hints={list.hints} of="trace" />}
    </div>
  );
}

function HowToSend({ project }: { project: string }) {
  const connect = {
    pathname: href("/:project/connect", { project }),
    search: "?for=opentelemetry",
  };
  return (
    <div className="empty">
      <p>
        No traces yet. To send traces from any OpenTelemetry SDK, set two environment variables:
      </p>
      <p>
        <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> and <code>OTEL_EXPORTER_OTLP_HEADERS</code>
      </p>
      <p>
        <Link to={connect}>Connect an application</Link>. Sentry SDKs send transactions once{" "}
        <code>tracesSampleRate</code> is set.
      </p>
    </div>
  );
}
