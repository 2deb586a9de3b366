import { late } from "#app/enhance/late.tsx";
import { still } from "#app/enhance/still.tsx";
import { requireIssue } from "#app/guard.ts";
import { Find } from "#app/ui/find.tsx";
import { misreadOf } from "#app/ui/form/misread.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { scopeOf } from "#app/ui/format/scope.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { hasOlder, keptDaysOf } from "#server/domain/retention/gone.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { EventSummary } from "#server/storage/events/event-store.ts";
import type { Route } from "./+types/events.ts";
import type { EventRow } from "./event-table.tsx";
import { rangeStart } from "./issue-range.ts";

const SinceLine = late(async () => (await import("./since-line.tsx")).SinceLine);
const EventTable = still(async () => (await import("./event-table.tsx")).EventTable);

const MisreadQuery = still(async () => (await import("#app/ui/form/misread.tsx")).MisreadQuery);
const SearchIssues = still(async () => (await import("./no-events.tsx")).SearchIssues);
const NoEvents = still(async () => (await import("./no-events.tsx")).NoEvents);

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, issue, project } = await requireIssue(args, "issue:read");
  const { searchParams } = args.url;
  const query = searchParams.get("query") ?? "";
  const now = services.now();
  const keptDays = keptDaysOf(await services.store.retention.limits(), project.settings);
  const goneAfter = hasOlder(issue, keptDays, now) ? keptDays : undefined;
  const notKept = await services.store.events.notKept(issue);
  const since = rangeStart(searchParams, now);
  const shown = { query, goneAfter, notKept, since, now };
  const { environment } = scopeOf(searchParams);
  const cursor = searchParams.get("cursor") ?? undefined;
  const asked = { query, environment, since, cursor, limit: pageSize };
  const found = await services.searchEvents(project, issue, asked);
  if (isProblem(found))
    return {
      ...nothing,
      misread: misreadOf(found, project.slug),
      isAboutIssues: found.isAboutIssues,
      ...shown,
    };
  const { rows, next, hints } = found;
  return {
    rows: rows.map(listed),
    next,
    hints,
    misread: undefined,
    isAboutIssues: false,
    ...shown,
  };
}

const nothing = { rows: [], next: undefined, hints: [] };

function listed({ eventId, at, title, environment, release, user }: EventSummary): EventRow {
  return { eventId, at, title, environment, release, user };
}

export default function Events({ loaderData, params: { project, issue } }: Route.ComponentProps) {
  const { rows, next, query, misread, hints, isAboutIssues, goneAfter, notKept, since, now } =
    loaderData;
  return (
    <>
      <ProjectTitle>{`Events · ${issue}`}</ProjectTitle>
      <h2 className="hidden">Events</h2>
      <div className="row list-head">
        <Find
          {...{ of: "Events", label: "Search events", query, placeholder: "Search events" }}
          isMisread={misread !== undefined}
        />
      </div>
      {misread && <MisreadQuery query={query} misread={misread} />}
      {isAboutIssues && <SearchIssues project={project} query={query} />}
      {since !== undefined && <SinceLine at={since} />}
      {rows.length > 0 && <EventTable {...{ project, issue, rows, now }} />}
      {rows.length === 0 && !misread && (
        <NoEvents {...{ project, query, hints }} isPart={next !== undefined} />
      )}
      {notKept > 0 && since === undefined && (
        <p className="meta">
          {grouped(notKept)} more were counted but not stored: sampled during a burst or downsampled
          later.
        </p>
      )}
      {goneAfter !== undefined && !next && since === undefined && (
        <p className="meta">
          Events are kept for {counted(goneAfter, "day")}. Older ones have expired.
        </p>
      )}
      <Pager next={next} label="Pages of events" />
    </>
  );
}
