import { createHash } from "node:crypto";
import type { Level } from "#server/domain/event/error-event.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { dayMs, hourMs, hourOf } from "#server/domain/time.ts";
import type { Project } from "#server/domain/project/project.ts";
import type {
  IssueChange,
  NewEvent,
  NewIssue,
  SpoolCursor,
} from "#server/storage/digest/digest-store.ts";
import type { IssueSpan } from "#server/storage/events/event-store.ts";
import type { Store } from "#server/storage/store.ts";
import { eventKey, fingerprintKey } from "#server/storage/digest/digest-store.ts";
import { noChanges } from "./no-changes.ts";

export { dayMs, hourMs };

/** The middle of a UTC day, so that an hour to either side is the same day. */
export const noon = Date.UTC(2026, 10, 21, 12);

/**
 * Fields of an event that a test sets; the rest is generated. The issue's name decides its
 * fingerprint.
 */
export type Sample = {
  issue: string;
  name: string;
  at?: number;
  type?: string;
  value?: string;
  culprit?: string;
  level?: Level;
  user?: string;
  environment?: string;
  release?: string;
  richness?: number;
  traceId?: string;
  spanId?: string;
  tags?: [string, string][];
  /** Formatted like `searchedText`. */
  searched?: string;
};

const hex = (text: string) => createHash("md5").update(text).digest("hex");
export const eventIdOf = (name: string): EventId => hex(`event ${name}`) as EventId;
export const hashOf = (issue: string): FingerprintHash => hex(`issue ${issue}`) as FingerprintHash;
export const bodyOf = (name: string): string =>
  JSON.stringify({ event_id: eventIdOf(name), said: `ünïcode ${name}` });

let projectCount = 0;

/** Creates a project for a test. */
export async function newProject(
  store: Store,
  slug = `project-${++projectCount}`,
): Promise<Project> {
  const made = await store.projects.create({
    name: slug.toUpperCase(),
    slug,
    platform: "node",
    prefix: "SHOP",
    publicKey: hex(slug),
    createdAt: noon,
  });
  if (made === "taken") throw new Error(`${slug} is taken`);
  return made;
}

/** A minimal digest of a batch. Returns the issues by sample name. */
export async function digestSamples(
  store: Store,
  project: Project,
  samples: Sample[],
  cursor?: SpoolCursor,
): Promise<Map<string, Issue>> {
  return store.digest(async (transaction) => {
    const events = samples.map((sample) => ({
      sample,
      projectId: project.id,
      eventId: eventIdOf(sample.name),
    }));
    const kept = await transaction.duplicates(events);
    const fresh = events.filter((event) => !kept.has(eventKey(event))).map(({ sample }) => sample);
    const prints = [...new Set(fresh.map(({ issue }) => issue))].map((issue) => ({
      issue,
      projectId: project.id,
      hash: hashOf(issue),
    }));
    const owners = await transaction.issuesFor(prints);
    const unknown = prints.filter((print) => !owners.has(fingerprintKey(print)));
    const made = await transaction.createIssues(
      unknown.map(({ issue }) =>
        newIssue(
          project.id,
          fresh.find((each) => each.issue === issue)!,
        ),
      ),
    );
    unknown.forEach((print, at) => owners.set(fingerprintKey(print), made[at]!));
    const issues = new Map(
      prints.map((print) => [print.issue, owners.get(fingerprintKey(print))!]),
    );
    const seenUsers = fresh.flatMap(({ issue, user }) =>
      user ? [{ projectId: project.id, issueId: issues.get(issue)!.id, user }] : [],
    );
    const users = await transaction.countUsers(seenUsers);
    await transaction.save({
      ...noChanges,
      events: fresh.map((sample) => newEvent(project.id, issues.get(sample.issue)!.id, sample)),
      issues: prints.map(({ issue }) =>
        change(
          issues.get(issue)!,
          fresh.filter((each) => each.issue === issue),
          users,
        ),
      ),
      activities: made.map(({ id, projectId }) => ({
        projectId,
        issueId: id,
        at: noon,
        by: { kind: "system" },
        what: { kind: "first-seen" },
      })),
      hours: fresh.map(({ issue, environment = "", at = noon }) => ({
        projectId: project.id,
        issueId: issues.get(issue)!.id,
        environment,
        hour: hourOf(at),
        count: 1,
      })),
      tags: fresh.flatMap(({ issue, tags = [], at = noon }) =>
        tags.map(([key, value]) => ({
          projectId: project.id,
          issueId: issues.get(issue)!.id,
          key,
          value,
          count: 1,
          lastSeen: at,
        })),
      ),
      releases: fresh.flatMap(({ release, at = noon }) =>
        release
          ? [{ projectId: project.id, version: release, firstAt: at, lastAt: at, receivedAt: at }]
          : [],
      ),
      ...(cursor && { cursor }),
    });
    return issues;
  });
}

function newIssue(
  projectId: ProjectId,
  { issue, type = "Error", value = issue, ...sample }: Sample,
): NewIssue {
  const { at = noon, level = "error", culprit = "" } = sample;
  return {
    projectId,
    type,
    value,
    culprit,
    level,
    platform: "node",
    unhandled: false,
    state: { state: "open", substate: "new" },
    firstSeen: at,
    lastSeen: at,
    createdAt: at,
    hash: hashOf(issue),
    algorithm: "v1",
    ...(sample.searched !== undefined && { searched: sample.searched }),
  };
}

export function newEvent(
  projectId: ProjectId,
  issueId: IssueId,
  { name, at = noon, ...sample }: Sample,
): NewEvent {
  const { environment, release, user, tags = [], richness = 0, level = "error" } = sample;
  return {
    projectId,
    issueId,
    eventId: eventIdOf(name),
    at,
    timestamp: at - 5,
    level,
    title: name,
    ...(environment !== undefined && { environment }),
    ...(release !== undefined && { release }),
    ...(user !== undefined && { user }),
    ...(sample.traceId !== undefined && { traceId: sample.traceId }),
    ...(sample.spanId !== undefined && { spanId: sample.spanId }),
    tags,
    hash: hashOf(sample.issue),
    richness,
    body: Buffer.from(bodyOf(name)),
  };
}

function change(issue: Issue, samples: Sample[], users: Map<IssueId, number>): IssueChange {
  const inOrder = samples.toSorted((a, b) => (a.at ?? noon) - (b.at ?? noon));
  const newest = inOrder.at(-1)!;
  const newestEventId = eventIdOf(newest.name);
  const [firstSeen, lastSeen] = [inOrder[0]!.at ?? noon, newest.at ?? noon];
  const isLater =
    lastSeen === issue.lastSeen
      ? newestEventId > (issue.newestEventId ?? "")
      : lastSeen > issue.lastSeen;
  const {
    type = issue.type,
    value = issue.value,
    culprit = issue.culprit,
    level = issue.level,
    searched,
  } = newest;
  const releases = inOrder.flatMap(({ release }) => release ?? []);
  return {
    id: issue.id,
    projectId: issue.projectId,
    state: issue.state,
    unhandled: false,
    firstSeen,
    lastSeen,
    type,
    value,
    culprit,
    level,
    countBy: samples.length,
    usersBy: users.get(issue.id) ?? 0,
    ...(isLater && { newestEventId }),
    ...(searched !== undefined && { searched }),
    ...(releases.length > 0 && { firstRelease: releases[0]!, lastRelease: releases.at(-1)! }),
  };
}

/** Rereads the issue. */
export async function reread(store: Store, issue: Issue): Promise<Issue> {
  return (await store.issues.find(issue.projectId, { id: issue.id }))!;
}

/** An issue's span of that many days up to noon. */
export const spanOf = (issue: Issue, days: number): IssueSpan => ({
  ...issue,
  firstSeen: noon - days * dayMs,
  lastSeen: noon,
});

/** Reads all pages; fails above `atMost` instead of looping forever. */
export async function everyPage<Row>(
  page: (cursor?: string) => Promise<{ rows: Row[]; next?: string }>,
  atMost = 1_000,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < atMost; pages++) {
    const { rows: more, next } = await page(cursor);
    rows.push(...more);
    if (!next) return rows;
    cursor = next;
  }
  throw new Error("The pages have no end");
}
