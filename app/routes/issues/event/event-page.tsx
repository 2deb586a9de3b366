import { href, Link, useHref, useRouteLoaderData } from "react-router";
import type { loader as issueLoader } from "../layout.tsx";
import { JsonText } from "#app/ui/json.tsx";
import { Pairs } from "#app/ui/pairs.tsx";
import { RouteTreeTable } from "#app/ui/trace/route-tree.tsx";
import { counted } from "#server/domain/count.ts";
import {
  type ErrorEvent,
  happenedAt,
  type RequestInfo,
  type UserInfo,
} from "#server/domain/event/error-event.ts";
import type { EventId } from "#server/domain/ids.ts";
import type { Json } from "#server/domain/json.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { AttachmentsPart, FeedbackPart } from "./event-extras-part.tsx";
import { Contexts } from "./contexts.tsx";
import { EventLinks } from "./event-links.tsx";
import { MatchLine, type NewestMatch } from "./newest-match.tsx";
import { EventTags } from "./event-tags.tsx";
import { FamilyPart } from "./family-part.tsx";
import type { FamilyOfIssue } from "./family-of-issue.ts";
import { Notes } from "#app/ui/notes.tsx";
import { Raw } from "./raw.tsx";
import { Stack } from "./stack.tsx";
import type { Suspect } from "./suspect-of-event.ts";
import { SuspectPart } from "./suspect-part.tsx";
import { TraceLink } from "./trace-link.tsx";
import type { TraceOfEvent } from "./trace-of-event.ts";
import type { EventExtras } from "./read-event-extras.ts";
import { EventMessages } from "./event-messages.tsx";

export type ShownEvent = {
  title: string;
  event: ErrorEvent;
  older?: EventId;
  newer?: EventId;
  /** Number of newer events in the issue, if it could be counted, and total number. */
  newerCount?: number;
  total: number;
  /** Only on request. */
  raw?: string;
  /** Its trace, if it is stored. */
  trace?: TraceOfEvent;
  /** Its failure family, if known. */
  family?: FamilyOfIssue;
  /** Its route, if the project has metrics for it. */
  route?: string;
  /** Set if its release has commits with files. */
  suspect?: Suspect;
  /** A search for all issues of the affected user. */
  ofUser?: string;
  cameWithIt?: EventExtras;
  /** Set if the page was opened from a search. */
  match?: NewestMatch;
};

export type EventPageProps = { project: string; issue: string; view: ShownEvent; now: number };

/** An event's data, most needed first. */
export function EventPage({ project, issue, view, now }: EventPageProps) {
  const { event } = view;
  const path = useHref(
    href("/:project/issues/:issue/events/:event", { project, issue, event: event.eventId }),
  );
  return (
    <>
      {view.match && <MatchLine {...{ project, issue }} match={view.match} />}
      <EventLinks {...{ project, issue, view }} />
      <EventMessages event={event} />
      <FeedbackPart project={project} with={view.cameWithIt} now={now} />
      <FamilyPart {...{ project, issue }} family={view.family} />
      <Stack project={project} event={event} said={useIssueValue()} />
      <SuspectPart suspect={view.suspect} now={now} />
      <RouteTreeThen project={project} trace={view.trace} />
      <Breadcrumbs breadcrumbs={event.breadcrumbs} at={happenedAt(event)} />
      <RequestPart request={event.request} />
      <UserPart project={project} user={event.user} search={view.ofUser} />
      <AttachmentsPart project={project} with={view.cameWithIt} />
      <EventTags project={project} issue={issue} tags={event.tags} />
      <Contexts event={event} />
      <Packages modules={event.modules} />
      <Notes notes={event.notes} />
      <Raw raw={view.raw} path={path} />
    </>
  );
}

/** The message in the page's title. */
const useIssueValue = () =>
  useRouteLoaderData<typeof issueLoader>("routes/issues/layout")?.issue.value;

function Packages({ modules }: { modules: ErrorEvent["modules"] }) {
  if (modules.length === 0) return null;
  return (
    <details className="part">
      <summary>
        <h2>Packages</h2> <span className="meta">{counted(modules.length, "package")}</span>
      </summary>
      <Pairs caption="Packages" pairs={modules} />
    </details>
  );
}

/** The application's route tree when the error occurred. */
function RouteTreeThen({ project, trace }: { project: string; trace?: TraceOfEvent }) {
  if (!trace?.tree) return null;
  const { traceId, tree } = trace;
  return (
    <section className="part">
      <h2>
        Route tree{" "}
        <span className="meta">
          in trace <TraceLink project={project} traceId={traceId} />
        </span>
      </h2>
      <RouteTreeTable
        tree={tree}
        caption={`Routes of ${tree.name}`}
        toSpan={(span) =>
          href("/:project/traces/:trace/spans/:span", { project, trace: traceId, span })
        }
      />
    </section>
  );
}

/** The request that the application was handling, or the page. */
function RequestPart({ request }: { request?: RequestInfo }) {
  if (!request) return null;
  const { method, url, query, headers, cookies, data, env } = request;
  return (
    <section className="part">
      <h2>Request</h2>
      {(method || url) && (
        <p className="message">
          <b>{method}</b> <code className="text">{url}</code>
        </p>
      )}
      {query.length > 0 && <Pairs caption="Query" pairs={query} />}
      {headers.length > 0 && <Pairs caption="Headers" pairs={headers} />}
      {cookies.length > 0 && <Pairs caption="Cookies" pairs={cookies} />}
      {env && Object.keys(env).length > 0 && (
        <Pairs caption="Server environment" pairs={Object.entries(env)} />
      )}
      {data !== undefined && (
        <>
          <h3>Body</h3>
          <JsonText value={data} />
        </>
      )}
    </section>
  );
}

type Props = {
  project: string;
  user?: UserInfo;
  /** A search for all issues of the user. */ search?: string;
};

/** The affected user, as sent by the client. */
function UserPart({ project, user, search }: Props) {
  if (!user) return null;
  const { data = {}, ...named } = user;
  const pairs = Object.entries({ ...named, ...data } as { [name: string]: Json | undefined });
  const said = pairs.filter((pair): pair is [string, Json] => pair[1] !== undefined);
  if (said.length === 0) return null;
  return (
    <section className="part">
      <h2>User</h2>
      <Pairs caption="User" pairs={said} />
      {search && (
        <p>
          <Link to={{ pathname: href("/:project/issues", { project }), search }}>
            All issues of this user
          </Link>
        </p>
      )}
    </section>
  );
}
