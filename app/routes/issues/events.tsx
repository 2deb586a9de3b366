import { Form, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { still } from "#app/enhance/still.tsx";
import { requireIssue } from "#app/guard.ts";
import type { Misread } from "#app/ui/misread.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { keptSearch, scopeOf } from "#app/ui/scope.ts";
import { hasOlder, keptDaysOf } from "#server/domain/retention/gone.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import type { Tag } from "#server/read/read-event-tag.ts";
import type { Services } from "#server/services.ts";
import type { EventSummary } from "#server/storage/store.ts";
import type { Route } from "./+types/events.ts";
import type { EventRow } from "./event-table.tsx";
import { rangeStart } from "./issue-range.ts";
import { tagOf, tagTerm } from "./tag-query.ts";

const SinceLine = late(async () => (await import("./since-line.tsx")).SinceLine);
const EventTable = still(async () => (await import("./event-table.tsx")).EventTable);

const MisreadQuery = still(async () => (await import("#app/ui/misread.tsx")).MisreadQuery);
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
  const asked = await tagAsked(services, issue, query);
  if ("misread" in asked) return { rows: [], next: undefined, hints: [], ...asked, ...shown };
  const { environment } = scopeOf(searchParams);
  const cursor = searchParams.get("cursor") ?? undefined;
  const filter = { issue, tag: asked.tag, environment, since, cursor, limit: pageSize };
  const { rows, next } = await services.store.events.list(filter);
  return { rows: rows.map(listed), next, hints: asked.hints, misread: undefined, ...shown };
}

type Asked = { misread: Misread } | { tag?: Tag; hints: SearchHint[] };

/** What the field asks for, and what it may mean where no event has that. */
async function tagAsked({ readEventTag }: Services, issue: Issue, query: string): Promise<Asked> {
  const typed = tagOf(query);
  const whole = { from: 0, to: query.length };
  if (typed === undefined) return { hints: [] };
  if (typed === "misread") return { misread: { ...whole, detail: "Enter a tag and its value, like browser:Chrome." } };
  const asked = await readEventTag(issue, typed);
  const hintOf = (tag: Tag): SearchHint => ({ typed: query, instead: tagTerm(tag), query: tagTerm(tag) });
  if ("tag" in asked) return { tag: asked.tag, hints: asked.hints.map(hintOf) };
  const { near } = asked;
  const detail = `No event of this issue has the key “${typed.key.slice(0, 100)}”.`;
  if (near === undefined) return { misread: { ...whole, detail } };
  const instead = tagTerm({ ...typed, key: near });
  return { misread: { ...whole, detail: `${detail} Did you mean “${near}”?`, instead } };
}

function listed({ eventId, at, title, environment, release, user }: EventSummary): EventRow {
  return { eventId, at, title, environment, release, user };
}

export default function Events({ loaderData, params: { project, issue } }: Route.ComponentProps) {
  const { rows, next, query, misread, hints, goneAfter, notKept, since, now } = loaderData;
  return (
    <>
      <title>{`Events · ${issue} · ${project} · Spoor`}</title>
      <h2 className="hidden">Events</h2>
      <TagFilter query={query} isMisread={misread !== undefined} />
      {misread && <MisreadQuery query={query} misread={misread} />}
      {since !== undefined && <SinceLine at={since} />}
      {rows.length > 0 && <EventTable {...{ project, issue, rows, now }} />}
      {rows.length === 0 && !misread && <NoEvents hints={hints} />}
      {notKept > 0 && since === undefined && (
        <p className="meta">
          {grouped(notKept)} more were counted but not stored: sampled during a burst or downsampled later.
        </p>
      )}
      {goneAfter !== undefined && !next && since === undefined && (
        <p className="meta">Events are kept for {counted(goneAfter, "day")}. Older ones have expired.</p>
      )}
      <Pager next={next} label="Pages of events" />
    </>
  );
}

function TagFilter({ query, isMisread }: { query: string; isMisread: boolean }) {
  const kept = [...new URLSearchParams(keptSearch(useLocation().search))];
  return (
    <Form key={query} className="row" aria-label="Events" preventScrollReset>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 32, placeholder: "browser:Chrome" }}
        {...{ "aria-label": "Tag", "aria-keyshortcuts": "/", autoComplete: "off", spellCheck: false }}
        {...(isMisread ? { "aria-invalid": true, "aria-describedby": "query-error" } : {})}
      />
      <button>Apply</button>
    </Form>
  );
}
