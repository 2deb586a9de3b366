import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { envelopeOf, sendEnvelope, type TestProject } from "./project.ts";
import { pause, type Spoor } from "./spoor.ts";
import { openStoreOf } from "./store-of.ts";

/** IDs of events and traces answered with 200. */
export type Accepted = { events: string[]; traces: string[] };

export type SenderOptions = {
  senders: number;
  most: number;
  filling?: number;
  /** Pause of each sender between requests, so that a flood lasts equally long on every machine. */
  restMs?: number;
};

/**
 * Sends events and spans until stopped, until the server is gone, or until the limit per sender.
 */
export function startSending(spoor: Spoor, project: TestProject, options: SenderOptions) {
  const { senders, most, filling = 1500, restMs } = options;
  const accepted: Accepted = { events: [], traces: [] };
  const statuses = new Set<number>();
  /** Time until each response. */
  const waitedMs: number[] = [];
  const state = { stopped: false };

  async function sendOne(number: number): Promise<void> {
    const id = randomUUID().replaceAll("-", "");
    const isTrace = number % 4 === 0;
    const sentAt = performance.now();
    const answer = isTrace
      ? await sendSpan(spoor, project, id)
      : await sendEvent(spoor, project, id, number, filling);
    await answer.text();
    waitedMs.push(performance.now() - sentAt);
    statuses.add(answer.status);
    if (answer.status === 200) (isTrace ? accepted.traces : accepted.events).push(id);
  }

  const running = Array.from({ length: senders }, async (_, sender) => {
    for (let n = 0; !state.stopped && n < most; n++) {
      const isGone = await sendOne(sender + n).then(
        () => false,
        () => true,
      );
      if (isGone) return;
      if (restMs !== undefined) await pause(restMs);
    }
  });
  return {
    accepted,
    statuses,
    waitedMs,
    ended: Promise.all(running),
    async stop(): Promise<Accepted> {
      state.stopped = true;
      await Promise.all(running);
      return accepted;
    },
  };
}

const kinds = "abcde";

function sendEvent(
  spoor: Spoor,
  project: TestProject,
  event_id: string,
  number: number,
  filling: number,
) {
  const message = `flood of kind ${kinds[number % kinds.length]}`;
  return sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id, message, extra: { filling: "x".repeat(filling) } }),
  );
}

function sendSpan(spoor: Spoor, { publicKey }: TestProject, traceId: string): Promise<Response> {
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  const span = {
    traceId,
    spanId: traceId.slice(0, 16),
    name: "GET /flood",
    kind: 2,
    startTimeUnixNano: `${nowNs - 5_000_000n}`,
    endTimeUnixNano: `${nowNs}`,
    attributes: [{ key: "filling", value: { stringValue: "y".repeat(300) } }],
  };
  const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
  return fetch(`${spoor.url}/v1/traces?sentry_key=${publicKey}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The project on another server: another port, the same token. */
export function at(project: TestProject, spoor: Spoor): TestProject {
  const headers = { authorization: `Bearer ${project.token}` };
  const get = (path: string) => fetch(`${spoor.url}/${project.slug}${path}`, { headers });
  const issues = async () =>
    (
      (await (await get("/issues.json?limit=200")).json()) as {
        issues: Awaited<ReturnType<TestProject["issues"]>>;
      }
    ).issues;
  return { ...project, get, issues };
}

export const eventCount = async (project: TestProject) =>
  (await project.issues()).reduce((sum, { count }) => sum + count, 0);

/**
 * IDs of all stored events and traces with repetitions; events are read directly from the store.
 */
export async function shownBy(spoor: Spoor, project: TestProject): Promise<Accepted> {
  return { events: await storedEvents(spoor, project), traces: await shownTraces(project) };
}

async function storedEvents(spoor: Spoor, { id }: TestProject): Promise<string[]> {
  const projectId = id as ProjectId;
  const store = await openStoreOf(spoor, { readonly: true });
  const ids: string[] = [];
  for (let number = 1; ; number++) {
    const issue = await store.issues.find(projectId, { number });
    if (!issue) break;
    let cursor: string | undefined;
    do {
      const page = await store.events.list({
        issue,
        limit: 200,
        ...(cursor !== undefined && { cursor }),
      });
      ids.push(...page.rows.map(({ eventId }) => eventId));
      cursor = page.next;
    } while (cursor !== undefined);
  }
  await store.close();
  return ids;
}

async function shownTraces(project: TestProject): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const answer = await project.get(
      `/traces.json?limit=200${next && `&cursor=${encodeURIComponent(next)}`}`,
    );
    const page = (await answer.json()) as { traces: { traceId: string }[]; next: string | null };
    ids.push(...page.traces.map(({ traceId }) => traceId));
    next = page.next ?? null;
  }
  return ids;
}

/** Accepted items that are missing, and duplicates. */
export function comparedWith(accepted: Accepted, shown: Accepted) {
  const missing = (kind: keyof Accepted) => {
    const present = new Set(shown[kind]);
    return accepted[kind].filter((id) => !present.has(id));
  };
  const twice = (kind: keyof Accepted) => shown[kind].length - new Set(shown[kind]).size;
  return {
    missing: { events: missing("events"), traces: missing("traces") },
    twice: { events: twice("events"), traces: twice("traces") },
  };
}

export const allOnce = { missing: { events: [], traces: [] }, twice: { events: 0, traces: 0 } };

/** Waits until every accepted item is stored once; items in flight at a kill may be stored too. */
export async function waitForAll(
  spoor: Spoor,
  project: TestProject,
  accepted: Accepted,
): Promise<void> {
  await expect
    .poll(() => eventCount(project), { timeout: 25_000 })
    .toBeGreaterThanOrEqual(accepted.events.length);
  const compared = async () => comparedWith(accepted, await shownBy(spoor, project));
  await expect.poll(compared).toEqual(allOnce);
  const { events } = await shownBy(spoor, project);
  expect(await eventCount(project), "counted once").toBe(events.length);
}
