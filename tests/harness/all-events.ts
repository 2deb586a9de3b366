import type { TestProject } from "./project.ts";

/** The ids of every event on the pages, as a reader finds them: issue by issue, from the latest to the oldest. */
export async function allEventIds(project: TestProject): Promise<string[]> {
  const issues = await project.issues();
  return (await Promise.all(issues.map(({ id }) => idsOfIssue(project, id)))).flat();
}

async function idsOfIssue(project: TestProject, issue: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = "latest"; next !== null;) {
    const answer = await project.get(`/issues/${issue}/events/${next}.json`);
    const event = (await answer.json()) as { eventId: string; older: string | null };
    ids.push(event.eventId);
    next = event.older;
  }
  return ids;
}
