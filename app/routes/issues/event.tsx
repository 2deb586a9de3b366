import { late } from "#app/enhance/late.tsx";
import { notFound, requireIssue } from "#app/guard.ts";
import { counted } from "#server/domain/count.ts";
import { type EventId, parseEventId } from "#server/domain/ids.ts";
import { keptDaysOf, missingEvent } from "#server/domain/retention/gone.ts";
import { knownRoute } from "#app/routes/routes/known-route.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import type { Route } from "./+types/event.ts";
import { searchOfUser } from "./affected-users.ts";
import { familyOfIssue } from "./event/family-of-issue.ts";
import { routeOfEvent } from "./event/route-of-event.ts";
import { suspectOfEvent } from "./event/suspect-of-event.ts";
import { newestMatch } from "./event/newest-match.tsx";
import { traceOfEvent } from "./event/trace-of-event.ts";
import { readEventExtras } from "./event/read-event-extras.ts";
import type { ShownEvent } from "./event/event-page.tsx";
import type { EventView } from "#server/read/read-event.ts";

/** One event: at the issue's own path, the latest or a search's newest; else by ID or position. */
export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { services, issue } = asked;
  const name = args.params.event ?? "latest";
  const which = named(name);
  const isNamed = args.params.event !== undefined;
  const match = isNamed ? undefined : await newestMatch(asked, args.url.searchParams);
  const view = which && (await services.readEvent(issue, match?.eventId ?? which));
  const keptDays = view
    ? 0
    : keptDaysOf(await services.store.retention.limits(), asked.project.settings);
  if (!view && isNamed) throw notFound(args, missingEvent(issue, keptDays, services.now()));
  const [trace, route, family, suspect, cameWithIt] = view
    ? await Promise.all([
        traceOfEvent(asked, view.event),
        knownRoute(asked, routeOfEvent(view.event)),
        familyOfIssue(asked, view.grouping.family),
        suspectOfEvent(asked, view.event),
        readEventExtras(asked, view.event),
      ])
    : [];
  const around = { trace, route, family, suspect, cameWithIt };
  return {
    shown: view && { ...shown(view, issue.count, args.url.searchParams), ...around, match },
    name,
    keptDays,
    now: services.now(),
  };
}

/** Only what the page shows, because it is sent twice: as HTML and as data for hydration. */
function shown(
  { summary, raw, ...view }: EventView,
  total: number,
  params: URLSearchParams,
): ShownEvent {
  const { event, older, newer, newerCount } = view;
  const ofUser = searchOfUser(event.user);
  return {
    title: summary.title,
    event,
    older,
    newer,
    newerCount,
    total,
    ofUser,
    raw: params.has("raw") ? raw : undefined,
  };
}

type Which = EventId | "latest" | "oldest" | "recommended";

function named(name: string): Which | undefined {
  return name === "latest" || name === "oldest" || name === "recommended"
    ? name
    : parseEventId(name);
}

const EventPage = late(async () => (await import("./event/event-page.tsx")).EventPage);

export default function Event({
  loaderData: { shown: view, name, keptDays, now },
  params: { project, issue },
}: Route.ComponentProps) {
  const title = view ? `${view.title} · ${name === "latest" ? "" : `${name} · `}${issue}` : issue;
  return (
    <>
      <ProjectTitle>{title}</ProjectTitle>
      {view ? (
        <EventPage {...{ project, issue, view, now }} />
      ) : (
        <p className="empty">
          Events are kept for {counted(keptDays, "day")}, and those of this issue have expired.
          Counts remain. The next event will appear here.
        </p>
      )}
    </>
  );
}
