import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { readSession, recordedSessions, replay } from "#tests/harness/data/recorded.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

describe.skipIf(recordedSessions.length === 0)(
  "recorded sessions (skipped when the sample folder ../shared/captures is absent)",
  () => {
    let spoor: Spoor;
    beforeAll(async () => {
      spoor = await startSpoor();
      await makeOwner(spoor);
    });
    afterAll(() => spoor.remove());

    test.each(recordedSessions)(
      "%s: every request is accepted, and every event is on the pages",
      async (name) => {
        const project = await makeProject(
          spoor,
          name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-"),
        );
        const sent = new Set<string>();
        let reports = 0;
        for (const { request, body } of readSession(name)) {
          const answer = await replay(spoor, project, request, body);
          expect(
            answer.status,
            `${request.method} ${request.url}: ${await answer.clone().text()}`,
          ).toBeLessThan(300);
          for (const id of eventIdsOf(body)) sent.add(id);
          if (request.url.includes("/security/")) reports += 1;
        }
        const events = await waitForEvents(project, sent.size + reports);
        expect(events).toBeGreaterThanOrEqual(sent.size + reports);
        for (const issue of await project.issues()) {
          expect(issue.title, name).not.toMatch(/undefined:|^undefined$|\[object|no message/);
          const event = await project.latestEvent(issue);
          expect(event.receivedAt).toMatch(/^20/);
        }
      },
    );
  },
);

/** IDs of events in an uncompressed envelope; others are counted by arrival. */
function eventIdsOf(body: Buffer): string[] {
  const text = body.toString("utf8");
  if (!/^\{"type":"event"/m.test(text)) return [];
  return /^\{[^\n]*"event_id":"([0-9a-f-]{32,36})"/.exec(text)?.slice(1) ?? [];
}

async function waitForEvents(project: TestProject, least: number): Promise<number> {
  let count = 0;
  for (
    const deadline = Date.now() + 15_000;
    Date.now() < deadline;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    count = (await project.issues()).reduce((sum, issue) => sum + issue.count, 0);
    if (count >= least && count > 0) return count;
  }
  return count;
}
