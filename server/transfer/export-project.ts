import { issueTitle, type Issue } from "#server/domain/issue/issue.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import { resend } from "#server/ingest/sentry/resend.ts";
import type { Store } from "#server/storage/store.ts";
import type { StoredEvent } from "#server/storage/events/event-store.ts";
import { type EventLine, exportFormat, type ExportLine } from "./export-line.ts";

type Reads = Pick<Store, "issues" | "events" | "people">;

const issuesPerPage = 200;
const everything: IssueQuery = { states: [], levels: [], words: [] };

/** A project's issues and their retained events, with one in memory at a time. */
export async function* exportProject(
  store: Reads,
  project: Project,
  now: number,
): AsyncGenerator<ExportLine> {
  const { slug, name, platform } = project;
  yield { kind: "project", format: exportFormat, slug, name, platform, exportedAt: now };
  const people = await store.people.list();
  for await (const issue of issuesOf(store, project)) yield* exportIssue(store, issue, people);
}

/**
 * Pages by first seen, newest first. A late event makes it earlier, so an issue may be returned
 * twice, but it is exported once.
 */
async function* issuesOf({ issues }: Reads, { id: projectId }: Project): AsyncGenerator<Issue> {
  const exported = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await issues.list({
      projectId,
      query: everything,
      sort: "first-seen",
      limit: issuesPerPage,
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.rows.filter(({ id }) => !exported.has(id));
    for (const { id } of page.rows) exported.add(id);
    cursor = page.next;
  } while (cursor !== undefined);
}

async function* exportIssue(
  store: Reads,
  issue: Issue,
  people: User[],
): AsyncGenerator<ExportLine> {
  const latest = await store.events.pick(issue, "latest");
  // Its events may have expired. An issue can't be created without an event.
  if (!latest) return;
  const assignee = people.find(({ id }) => id === issue.assignee?.id)?.email;
  const { shortId, state, count, userCount } = issue;
  yield {
    kind: "issue",
    shortId,
    title: issueTitle(issue),
    state,
    count,
    userCount,
    latestEvent: latest.eventId,
    ...(assignee !== undefined && { assignee }),
  };
  for await (const event of eventsOf(store, issue)) yield lineOf(event);
}

async function* eventsOf({ events }: Reads, issue: Issue): AsyncGenerator<StoredEvent> {
  let event = await events.pick(issue, "oldest");
  while (event) {
    yield event;
    const { newer } = await events.neighbors(issue, event);
    event = newer === undefined ? undefined : await events.find(issue.projectId, newer);
  }
}

function lineOf({ body, eventId }: StoredEvent): EventLine {
  return { kind: "event", eventId, ...resend(body, eventId) };
}
