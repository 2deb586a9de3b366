import { href, Link, useLocation } from "react-router";
import { happenedAt } from "#server/domain/event/error-event.ts";
import { keptSearch } from "#app/ui/scope.ts";
import { Time } from "#app/ui/time.tsx";
import type { EventPageProps } from "./event-page.tsx";
import type { SpanOfEvent, TraceOfEvent } from "./trace-of-event.ts";
import { ShortTraceId, TraceLink } from "./trace-link.tsx";

/** Which event this is, and the way to its neighbours. */
export function EventLinks({ project, issue, view, now }: EventPageProps) {
  const { search } = useLocation();
  const to = (event: string) => ({
    pathname: href("/:project/issues/:issue/events/:event", { project, issue, event }),
    search: keptSearch(search),
  });
  const { eventId, traceId } = view.event;
  return (
    <div className="row event-links">
      <p>
        Event{" "}
        <Link to={to(eventId)} preventScrollReset>
          <code>{eventId}</code>
        </Link>{" "}
        <Time at={happenedAt(view.event)} now={now} />
        {traceId && (
          <span className="meta">
            {" "}
            trace{" "}
            {view.trace ? (
              <TraceLink project={project} traceId={view.trace.traceId} />
            ) : (
              <ShortTraceId traceId={traceId} />
            )}
          </span>
        )}
        {view.trace?.span && <SpanLink project={project} trace={view.trace} span={view.trace.span} />}
        {view.route && (
          <span className="meta">
            {" "}
            route{" "}
            <Link
              to={{
                pathname: href("/:project/routes/:route", { project, route: view.route }),
                search: keptSearch(search),
              }}
            >
              {view.route}
            </Link>
          </span>
        )}
      </p>
      <nav className="row" aria-label="Other events">
        <Neighbour text="Older" event={view.older} to={to} shortcut="h" />{" "}
        <Neighbour text="Newer" event={view.newer} to={to} shortcut="l" />{" "}
        {["Oldest", "Latest", "Recommended"].map((which) => [
          <Link key={which} to={to(which.toLowerCase())} preventScrollReset>
            {which}
          </Link>,
          " ",
        ])}
      </nav>
    </div>
  );
}

function SpanLink({ project, trace, span }: { project: string; trace: TraceOfEvent; span: SpanOfEvent }) {
  const pathname = href("/:project/traces/:trace/spans/:span", { project, trace: trace.traceId, span: span.spanId });
  return (
    <span className="meta">
      {" "}
      span{" "}
      <Link to={{ pathname, hash: "span" }} title={span.spanId}>
        {span.name || <code>{span.spanId.slice(0, 8)}</code>}
      </Link>
    </span>
  );
}

type NeighbourProps = { text: string; event?: string; to: (event: string) => { pathname: string }; shortcut: string };

/** The end of the line stays in its place, so that the links beside it do not move. */
function Neighbour({ text, event, to, shortcut }: NeighbourProps) {
  if (event === undefined) return <span className="meta">{text}</span>;
  return (
    <Link to={to(event)} aria-keyshortcuts={shortcut} preventScrollReset>
      {text}
    </Link>
  );
}
