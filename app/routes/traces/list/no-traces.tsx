import { href, Link, useLocation } from "react-router";
import { scopeOf } from "#app/ui/scope.ts";
import type { List } from "./trace-list.tsx";

/** Nothing has come yet, or nothing matches: what to do next. */
export function NoTraces({ project, list, isFirst }: { project: string; list: List; isFirst: boolean }) {
  const { environment, since } = scopeOf(useLocation().search);
  if (list.services.length === 0) return <HowToSend project={project} />;
  if (!isFirst) return <p className="empty">There are no further traces.</p>;
  return (
    <p className="empty">
      No trace matches {list.query ? <code>{list.query}</code> : "this"}
      {list.service && ` in ${list.service}`}
      {environment && ` in ${environment}`}
      {since && " in this time range"}. <Link to={{ search: "" }}>Show all traces</Link>
    </p>
  );
}

function HowToSend({ project }: { project: string }) {
  const connect = { pathname: href("/:project/connect", { project }), search: "?for=opentelemetry" };
  return (
    <div className="empty">
      <p>
        No trace has come in yet. Any OpenTelemetry SDK sends here once it knows the endpoint and the key, in two
        environment variables:
      </p>
      <p>
        <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> and <code>OTEL_EXPORTER_OTLP_HEADERS</code>
      </p>
      <p>
        <Link to={connect}>See both, and snippets to copy</Link>. Sentry SDKs send their transactions by themselves once{" "}
        <code>tracesSampleRate</code> is set.
      </p>
    </div>
  );
}
