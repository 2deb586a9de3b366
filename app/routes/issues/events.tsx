import { Form, useLocation } from "react-router";
import { still } from "#app/enhance/still.tsx";
import { requireIssue } from "#app/guard.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { keptSearch, scopeOf } from "#app/ui/scope.ts";
import { hasOlder, keptDaysOf } from "#server/domain/retention/gone.ts";
import type { EventSummary } from "#server/storage/store.ts";
import type { Route } from "./+types/events.ts";
import type { EventRow } from "./event-table.tsx";
import { tagOf } from "./tag-query.ts";

const EventTable = still(async () => (await import("./event-table.tsx")).EventTable);

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, issue, project } = await requireIssue(args, "issue:read");
  const { searchParams } = args.url;
  const query = searchParams.get("query") ?? "";
  const tag = tagOf(query);
  const now = services.now();
  const keptDays = keptDaysOf(await services.store.retention.limits(), project.settings);
  const goneAfter = hasOlder(issue, keptDays, now) ? keptDays : undefined;
  const notKept = await services.store.events.notKept(issue);
  if (tag === "misread") return { rows: [], next: undefined, query, misread: true, goneAfter, notKept, now };
  const { environment } = scopeOf(searchParams);
  const cursor = searchParams.get("cursor") ?? undefined;
  const { rows, next } = await services.store.events.list({ issue, tag, environment, cursor, limit: pageSize });
  return { rows: rows.map(listed), next, query, misread: false, goneAfter, notKept, now };
}

function listed({ eventId, at, title, environment, release, user }: EventSummary): EventRow {
  return { eventId, at, title, environment, release, user };
}

export default function Events({ loaderData, params: { project, issue } }: Route.ComponentProps) {
  const { rows, next, query, misread, goneAfter, notKept, now } = loaderData;
  return (
    <>
      <title>{`Events · ${issue} · ${project} · Spoor`}</title>
      <h2 className="hidden">Events</h2>
      <TagFilter query={query} misread={misread} />
      {rows.length > 0 && <EventTable {...{ project, issue, rows, now }} />}
      {rows.length === 0 && !misread && <p className="empty">No events match. Clear the field to see all.</p>}
      {notKept > 0 && (
        <p className="meta">
          {grouped(notKept)} more were counted but not stored: sampled during a burst or downsampled later.
        </p>
      )}
      {goneAfter !== undefined && !next && (
        <p className="meta">Events are kept for {counted(goneAfter, "day")}. Older ones have expired.</p>
      )}
      <Pager next={next} label="Pages of events" />
    </>
  );
}

function TagFilter({ query, misread }: { query: string; misread: boolean }) {
  const kept = [...new URLSearchParams(keptSearch(useLocation().search))];
  return (
    <Form key={query} className="row" aria-label="Events" preventScrollReset>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 32, placeholder: "browser:Chrome" }}
        {...{ "aria-label": "Tag", "aria-keyshortcuts": "/", autoComplete: "off", spellCheck: false }}
        {...(misread ? { "aria-invalid": true, "aria-describedby": "query-error" } : {})}
      />
      <button>Apply</button>
      {misread && (
        <strong className="error" id="query-error">
          Enter a tag and its value, like browser:Chrome.
        </strong>
      )}
    </Form>
  );
}
