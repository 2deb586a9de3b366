import type { EventId, FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { dayMs } from "#server/domain/time.ts";
import {
  attachmentKey,
  type ReceivedAttachment,
} from "#server/storage/attachments/attachment-store.ts";
import {
  type AskedEvent,
  eventKey,
  fingerprintKey,
  releaseKey,
} from "#server/storage/digest/digest-store.ts";
import { idBytes, idText } from "#server/storage/events/row.ts";
import { repeatTimes } from "#server/storage/digest/late-events.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Day, dayOf } from "#server/storage/postgres/days.ts";
import { lockIssues } from "#server/storage/issues/row.postgres.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";

type EventKey = { projectId: ProjectId; eventId: EventId };
type EventIdRow = { event_id: Uint8Array };
type Fingerprint = { projectId: ProjectId; hash: FingerprintHash };
type OwnerRow = { hash: FingerprintHash; issue_id: IssueId };

const daysAsked = 2;

const selectNewestDays =
  "SELECT day FROM telemetry_partitions WHERE used = 1 ORDER BY day DESC LIMIT $1";
const selectKept = `SELECT event_id FROM events
  WHERE project_id = $1 AND day = ANY($2::date[]) AND event_id = ANY($3::bytea[])`;
const selectIssues = `SELECT event_id, issue_id FROM events
  WHERE project_id = $1 AND event_id = ANY($2::bytea[]) ORDER BY day`;
const selectFiles = `SELECT a.event_id, a.digest FROM unnest($3::bytea[], $4::text[]) AS asked(event_id, digest)
  JOIN attachments a ON a.project_id = $1 AND a.day = ANY($2::date[]) AND a.event_id = asked.event_id
    AND a.digest = asked.digest`;
const selectReleases =
  "SELECT version, first_seen FROM releases WHERE project_id = $1 AND version = ANY($2::text[])";
const selectOwners =
  "SELECT hash, issue_id FROM fingerprints WHERE project_id = $1 AND hash = ANY($2::text[])";

/** Searched for data without a time: newest first. */
export async function newestDays(query: Query): Promise<Day[]> {
  return (await query<{ day: Day }>(selectNewestDays, daysAsked)).map(({ day }) => day);
}

export async function duplicates(query: Query, events: AskedEvent[]): Promise<Set<string>> {
  const undated = events.some(({ receivedAt }) => receivedAt === undefined);
  const newest = undated ? await newestDays(query) : [];
  const found = await Promise.all(
    groups(events, placeOf).map(async (ofPlace) => {
      const { projectId } = ofPlace[0]!;
      const days = daysFor(ofPlace[0]!) ?? newest;
      const rows = await query<EventIdRow>(selectKept, projectId, days, idsOf(ofPlace));
      return rows.map(({ event_id }) => eventKey({ projectId, eventId: idText(event_id) }));
    }),
  );
  return new Set(found.flat());
}

export async function issuesOfEvents(
  query: Query,
  events: EventKey[],
): Promise<Map<string, IssueId>> {
  const found = await Promise.all(
    groups(events, ({ projectId }) => projectId).map(async (ofProject) => {
      const { projectId } = ofProject[0]!;
      const rows = await query<EventIdRow & { issue_id: IssueId }>(
        selectIssues,
        projectId,
        idsOf(ofProject),
      );
      return rows.map(
        ({ event_id, issue_id }) =>
          [eventKey({ projectId, eventId: idText(event_id) }), issue_id] as const,
      );
    }),
  );
  return new Map(found.flat());
}

export async function attachmentsKept(
  query: Query,
  attachments: ReceivedAttachment[],
): Promise<Set<string>> {
  const found = await Promise.all(
    groups(attachments, placeOf).map(async (ofPlace) => {
      const { projectId } = ofPlace[0]!;
      const days = daysFor(ofPlace[0]!)!;
      const asked = columnsOf(ofPlace.map(({ eventId, digest }) => [idBytes(eventId), digest]));
      const rows = await query<EventIdRow & { digest: string }>(
        selectFiles,
        projectId,
        days,
        ...asked,
      );
      return rows.map(({ event_id, digest }) =>
        attachmentKey({ projectId, eventId: idText(event_id), digest }),
      );
    }),
  );
  return new Set(found.flat());
}

export async function releasesSeen(
  query: Query,
  releases: { projectId: ProjectId; version: string }[],
): Promise<Map<string, number>> {
  const found = await Promise.all(
    groups(releases, ({ projectId }) => projectId).map(async (ofProject) => {
      const { projectId } = ofProject[0]!;
      const versions = [...new Set(ofProject.map(({ version }) => version))];
      const rows = await query<{ version: string; first_seen: number }>(
        selectReleases,
        projectId,
        versions,
      );
      const seen = new Map(rows.map(({ version, first_seen }) => [version, first_seen]));
      return versions.flatMap((version) => {
        const firstSeen = seen.get(storedText(version));
        return firstSeen === undefined
          ? []
          : [[releaseKey({ projectId, version }), firstSeen] as const];
      });
    }),
  );
  return new Map(found.flat());
}

/**
 * Locked until the batch is stored, so that concurrent user actions on these issues wait and are
 * not overwritten.
 */
export async function issuesFor(
  query: Query,
  fingerprints: Fingerprint[],
): Promise<Map<string, Issue>> {
  const found = await Promise.all(
    groups(fingerprints, ({ projectId }) => projectId).map(async (ofProject) => {
      const { projectId } = ofProject[0]!;
      const hashes = [...new Set(ofProject.map(({ hash }) => hash))];
      const owners = await query<OwnerRow>(selectOwners, projectId, hashes);
      const issues = await lockIssues(query, projectId, [
        ...new Set(owners.map(({ issue_id }) => issue_id)),
      ]);
      return owners.map(
        ({ hash, issue_id }) =>
          [fingerprintKey({ projectId, hash }), issues.get(issue_id)!] as const,
      );
    }),
  );
  return new Map(found.flat());
}

const daysFor = (event: { receivedAt?: number; at?: number }): Day[] | undefined => {
  const times = repeatTimes(event);
  return times && [...new Set(times.map(dayOf))];
};
const idsOf = (events: EventKey[]) => events.map(({ eventId }) => idBytes(eventId));
const placeOf = (event: AskedEvent) =>
  `${event.projectId}:${
    repeatTimes(event)
      ?.map((time) => Math.floor(time / dayMs))
      .join() ?? ""
  }`;
const groups = <Item>(items: Item[], by: (item: Item) => unknown): Item[][] => [
  ...Map.groupBy(items, by).values(),
];
