import { href, Link, useHref, useLocation } from "react-router";
import { happenedAt } from "#server/domain/event/error-event.ts";
import { grouped } from "#server/domain/count.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Moment } from "#app/ui/format/moment.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { CopyMenu } from "./copy-menu.tsx";
import type { EventPageProps } from "./event-page.tsx";
import type { SpanOfEvent, TraceOfEvent } from "./trace-of-event.ts";
import { ShortTraceId, TraceLink } from "./trace-link.tsx";

/** The event's identity, and links to its neighbors. */
export function EventLinks({ project, issue, view }: Omit<EventPageProps, "now">) {
  const { search } = useLocation();
  const to = (event: string) => ({
    pathname: href("/:project/issues/:issue/events/:event", { project, issue, event }),
    search: keptSearch(search),
  });
  const { eventId, traceId } = view.event;
  return (
    <div className="row event-links">
      <p>
        <b>Event</b> {placeText(view)}
        <span className="meta">
          · <Moment at={happenedAt(view.event)} /> · ID{" "}
        </span>
        <Link to={to(eventId)} preventScrollReset title={eventId}>
          <code>{eventId.slice(0, 8)}</code>
        </Link>
        {traceId && (
          <span className="meta">
            {" "}
            · Trace{" "}
            {view.trace ? (
              <TraceLink project={project} traceId={view.trace.traceId} />
            ) : (
              <>
                <ShortTraceId traceId={traceId} /> (no spans received)
              </>
            )}
          </span>
        )}
        {view.trace?.span && (
          <SpanLink project={project} trace={view.trace} span={view.trace.span} />
        )}
        {view.route && (
          <span className="meta">
            {" "}
            · Route{" "}
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
      <CopyMenu event={view.event} path={useHref(to(eventId).pathname)} />
      <nav className="stepper" aria-label="Other events">
        <Link className="button quiet" to={to("recommended")} preventScrollReset>
          Recommended
        </Link>
        <Step name="Oldest event" icon="first" event="oldest" to={to} />
        <Step name="Older event" icon="left" event={view.older} to={to} shortcut="h" />
        <Step name="Newer event" icon="right" event={view.newer} to={to} shortcut="l" />
        <Step name="Latest event" icon="last" event="latest" to={to} />
      </nav>
    </div>
  );
}

/** `12 of 1,204`: its position among all counted events; the newest is last. */
function placeText({ newerCount, total }: EventPageProps["view"]): string {
  return newerCount === undefined || newerCount >= total
    ? ""
    : `${grouped(total - newerCount)} of ${grouped(total)} `;
}

function SpanLink({
  project,
  trace,
  span,
}: {
  project: string;
  trace: TraceOfEvent;
  span: SpanOfEvent;
}) {
  const pathname = href("/:project/traces/:trace/spans/:span", {
    project,
    trace: trace.traceId,
    span: span.spanId,
  });
  return (
    <span className="meta">
      {" "}
      · Span{" "}
      <Link to={{ pathname, hash: "span" }} title={span.spanId}>
        {span.name || <code>{span.spanId.slice(0, 8)}</code>}
      </Link>
    </span>
  );
}

type StepProps = {
  name: string;
  icon: IconName;
  event?: string;
  to: (event: string) => { pathname: string };
  shortcut?: string;
};

/** A disabled link keeps its place, so that its neighbors don't move. */
function Step({ name, icon, event, to, shortcut }: StepProps) {
  if (event === undefined)
    return (
      <span className="button quiet ended">
        <Icon name={icon} />
      </span>
    );
  return (
    <Link
      className="button quiet"
      to={to(event)}
      aria-label={name}
      title={name}
      aria-keyshortcuts={shortcut}
      preventScrollReset
    >
      <Icon name={icon} />
    </Link>
  );
}
