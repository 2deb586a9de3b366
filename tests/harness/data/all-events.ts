import type { EventJson, TestProject } from "#tests/harness/project.ts";

type PagedEvent = EventJson & { older: string | null };

/** Every event on the pages, issue by issue, from latest to oldest. */
export async function allEvents(project: TestProject): Promise<EventJson[]> {
  const issues = await project.issues();
  return (await Promise.all(issues.map(({ id }) => eventsOfIssue(project, id)))).flat();
}

export async function allEventIds(project: TestProject): Promise<string[]> {
  return (await allEvents(project)).map(({ eventId }) => eventId);
}

async function eventsOfIssue(project: TestProject, issue: string): Promise<EventJson[]> {
  const events: EventJson[] = [];
  for (let next: string | null = "latest"; next !== null;) {
    const answer = await project.get(`/issues/${issue}/events/${next}.json`);
    const event = (await answer.json()) as PagedEvent;
    events.push(event);
    next = event.older;
  }
  return events;
}
