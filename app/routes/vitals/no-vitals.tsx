import { href, Link, useLocation } from "react-router";
import { scopeOf } from "#app/ui/scope.ts";
import { vitalSearch } from "./vital-search.ts";

/** Nothing has come, or nothing matches: what to do next. */
export function NoVitals({ project }: { project: string }) {
  const { search } = useLocation();
  const isNarrowed = ["device", "service", "release", "route", "environment"].some((name) =>
    new URLSearchParams(search).has(name),
  );
  const all = vitalSearch(search, {
    ...{ device: undefined, service: undefined, release: undefined, route: undefined, environment: undefined },
    since: "90d",
  });
  return (
    <div className="empty">
      <p>{`No web vitals ${isNarrowed || scopeOf(search).since ? "match these filters" : "in the last 7 days"}.`}</p>
      {(isNarrowed || scopeOf(search).since !== undefined) && (
        <p>
          <Link to={{ search: all }}>Show the last 90 days</Link>
        </p>
      )}
      <p>
        The browser half of our React Router instrumentation, <code>@sentry/browser</code> with browser tracing, and the{" "}
        <code>web-vitals</code> package (as OpenTelemetry <code>browser.web_vital</code> events) send them.{" "}
        <Link to={href("/:project/connect", { project })}>Connect an application</Link>
      </p>
    </div>
  );
}
