import { setTimeout } from "node:timers/promises";
import type { EventId } from "#server/domain/ids.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { Intake } from "#server/digest/intake/intake.ts";
import type { Store } from "#server/storage/store.ts";
import type { EventLine, ExportLine, IssueLine } from "./export-line.ts";

export type ImportDeps = {
  store: Pick<Store, "events" | "issues" | "people">;
  intake: Intake;
  project: Project;
  key: Key;
};

export type Imported = {
  events: number;
  /** Already in the project. */
  skipped: number;
  /** Rejected events by reason, with the first of each. */
  refused: number;
  reasons: string[];
  /** Issues whose state is set after their events are digested (`set-states.ts`). */
  issues: IssueLine[];
};

/** Enough to share group commits. Only pending events are in memory. */
const eventsAtOnce = 50;

/**
 * Sends each event to ingestion as its client did, with its original arrival time: it is scrubbed
 * and grouped by this project's rules and stored on its original day. Existing events are skipped,
 * so an interrupted import can be run again.
 */
export async function importEvents(
  lines: AsyncIterable<ExportLine>,
  deps: ImportDeps,
): Promise<Imported> {
  const imported: Imported = { events: 0, skipped: 0, refused: 0, reasons: [], issues: [] };
  let waiting: EventLine[] = [];
  const flush = async () => {
    await Promise.all(waiting.map((event) => importEvent(event, deps, imported)));
    waiting = [];
  };
  for await (const line of lines) {
    if (line.kind === "issue") imported.issues.push(line);
    if (line.kind === "event" && waiting.push(line) === eventsAtOnce) await flush();
  }
  await flush();
  return imported;
}

async function importEvent(event: EventLine, deps: ImportDeps, imported: Imported): Promise<void> {
  const { store, project } = deps;
  if (await store.events.find(project.id, event.eventId as EventId))
    return void (imported.skipped += 1);
  const refusal = await send(event, deps);
  if (refusal === undefined) return void (imported.events += 1);
  imported.refused += 1;
  if (!imported.reasons.includes(refusal)) imported.reasons.push(refusal);
}

const busyStatuses = [429, 503];
const mostTries = 30;

/**
 * Undefined once it is stored safely; otherwise, why it was rejected. Waits as long as a busy
 * server requests.
 */
async function send(
  { receivedAt, remoteAddress, userAgent, clientHints, envelope }: EventLine,
  { intake, project, key }: ImportDeps,
) {
  const request = {
    method: "POST",
    url: `/api/${project.id}/envelope/?sentry_key=${key.publicKey}`,
    headers: {
      "content-type": "application/x-sentry-envelope",
      ...(userAgent && { "user-agent": userAgent }),
      ...clientHints,
    },
    body: Buffer.from(envelope),
    receivedAt,
    remoteAddress,
  };
  for (let tries = 1; ; tries++) {
    const { status, headers, body } = await intake.receive(request);
    if (status === 200) return undefined;
    if (!busyStatuses.includes(status) || tries === mostTries)
      return `${status}: ${Buffer.from(body).toString()}`;
    await setTimeout(1000 * Number(headers["retry-after"] ?? 1));
  }
}
