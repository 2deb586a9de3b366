import { href, Link, useLocation } from "react-router";
import { keptSearch, scopeOf } from "#app/ui/scope.ts";

type NoRoutesProps = { project: string; isFiltered: boolean; hasTelemetry: boolean };

/** Nothing has come yet, or nothing matches: what to do next. */
export function NoRoutes({ project, isFiltered, hasTelemetry }: NoRoutesProps) {
  const { search } = useLocation();
  const { environment, since } = scopeOf(search);
  if (!hasTelemetry) return <HowToSend project={project} />;
  return (
    <div className="empty">
      <p>
        {isFiltered ? "No route matches this filter" : "No route ran"}
        {environment && ` in ${environment}`}
        {since ? " in this time range" : " in the last 24 hours"}.{" "}
        {isFiltered ? (
          <Link to={{ search: keptSearch(search) }}>Show all routes</Link>
        ) : (
          <Link to={{ search: "since=30d" }}>Show 30 days</Link>
        )}
      </p>
      {!isFiltered && (
        <p>
          Outgoing calls don't create routes. The SDK must instrument the requests that your
          application serves.
        </p>
      )}
    </div>
  );
}

function HowToSend({ project }: { project: string }) {
  return (
    <div className="empty">
      <p>
        No routes yet. They appear once traces arrive. Every request counts, including those whose
        trace is sampled out. OpenTelemetry SDKs name routes by <code>http.route</code>, Sentry SDKs
        by their transactions.
      </p>
      <p>
        <Link
          to={{ pathname: href("/:project/connect", { project }), search: "?for=opentelemetry" }}
        >
          Connect an application
        </Link>
        . The first request is counted within two seconds.
      </p>
    </div>
  );
}
