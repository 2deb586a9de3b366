import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Recordings of real SDKs, kept beside the checkout and not in it.
const folder = fileURLToPath(new URL("../../../shared/captures", import.meta.url));
const recordedKey = "0123456789abcdef0123456789abcdef";
const sdks = existsSync(folder) ? readdirSync(folder).filter((name) => /^(sdk|csp)-/.test(name)) : [];

type Recorded = { method: string; url: string; headers: Record<string, string>; responded?: { status: number } };

describe.skipIf(sdks.length === 0)(
  "recorded sessions (skipped when the sample folder ../shared/captures is absent)",
  () => {
    let spoor: Spoor;
    beforeAll(async () => {
      spoor = await startSpoor();
      await makeOwner(spoor);
    });
    afterAll(() => spoor.remove());

    test.each(sdks)("%s: every request is taken, every event is on the pages", async (name) => {
      const project = await makeProject(spoor, name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-"));
      const sent = new Set<string>();
      let reports = 0;
      for (const { request, body } of readSession(name)) {
        const answer = await replay(project, request, body);
        expect(answer.status, `${request.method} ${request.url}: ${await answer.clone().text()}`).toBeLessThan(300);
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
    });

    function replay(project: TestProject, request: Recorded, body: Buffer): Promise<Response> {
      const url = request.url.replace("/api/42/", `/api/${project.id}/`).replaceAll(recordedKey, project.publicKey);
      const headers = new Headers();
      for (const [key, value] of Object.entries(request.headers)) {
        if (!/^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/i.test(key)) {
          headers.set(key, value.replaceAll(recordedKey, project.publicKey));
        }
      }
      return fetch(spoor.url + url, { method: request.method, headers, body: rewriteDsn(body, project) as BodyInit });
    }
  },
);

/** Plain bodies may name the recorded DSN (tunnel, Ruby); packed ones are left as they are. */
function rewriteDsn(body: Buffer, project: TestProject): Buffer {
  const text = body.toString("latin1");
  if (!text.startsWith("{")) return body;
  const dsn = project.dsn.replace("http://", "");
  return Buffer.from(
    text.replaceAll(/[0-9a-f]{32}@[\w.:]+\/42/g, dsn).replaceAll(recordedKey, project.publicKey),
    "latin1",
  );
}

function* readSession(name: string): Generator<{ request: Recorded; body: Buffer }> {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith(".request.json"));
  for (const file of files.toSorted()) {
    const request = JSON.parse(readFileSync(join(folder, name, file), "utf8")) as Recorded;
    yield { request, body: readFileSync(join(folder, name, file.replace(".request.json", ".body"))) };
  }
}

/** Ids of the events in an unpacked envelope; others are counted by what arrives. */
function eventIdsOf(body: Buffer): string[] {
  const text = body.toString("utf8");
  if (!/^\{"type":"event"/m.test(text)) return [];
  return /^\{[^\n]*"event_id":"([0-9a-f-]{32,36})"/.exec(text)?.slice(1) ?? [];
}

async function waitForEvents(project: TestProject, least: number): Promise<number> {
  let count = 0;
  for (
    const deadline = Date.now() + 5000;
    Date.now() < deadline;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    count = (await project.issues()).reduce((sum, issue) => sum + issue.count, 0);
    if (count >= least && count > 0) return count;
  }
  return count;
}
