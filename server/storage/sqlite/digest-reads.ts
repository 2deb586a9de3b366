import type { DatabaseSync } from "node:sqlite";
import type { EventId, FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { dayMs } from "#server/domain/ledger.ts";
import { attachmentKey, type NewAttachment } from "#server/storage/attachment-store.ts";
import { eventKey, fingerprintKey, releaseKey } from "#server/storage/digest-store.ts";
import type { Day } from "./day-file.ts";
import { type DayFiles, dayOf } from "./day-files.ts";
import { firstOf, opened } from "./event-days.ts";
import { idBytes } from "#server/storage/layout/event-row.ts";
import { type IssueRow, issueOf } from "#server/storage/layout/issue-row.ts";
import { selectIssue } from "./issue-row.ts";
import { prepare } from "./statement.ts";

type EventKey = { projectId: ProjectId; eventId: EventId; receivedAt?: number };
type Fingerprint = { projectId: ProjectId; hash: FingerprintHash };
type ReleaseName = { projectId: ProjectId; version: string };

/** A client that tries again does so within minutes: of all days, two are asked. */
const daysAsked = 2;

export type DigestReads = {
  duplicates(events: EventKey[], lastCommittedId: number): Set<string>;
  issuesFor(fingerprints: Fingerprint[]): Map<string, Issue>;
  releasesSeen(releases: ReleaseName[]): Map<string, number>;
  issuesOfEvents(events: EventKey[], lastCommittedId: number): Map<string, IssueId>;
  attachmentsKept(attachments: NewAttachment[], lastCommittedId: number): Set<string>;
};

export function digestReads(writer: DatabaseSync, files: DayFiles): DigestReads {
  const owner = prepare<IssueRow>(
    writer,
    `${selectIssue} WHERE i.id = (SELECT issue_id FROM fingerprints WHERE project_id = ? AND hash = ?)`,
  );
  const firstSeen = prepare<{ first_seen: number }>(
    writer,
    "SELECT first_seen FROM releases WHERE project_id = ? AND version = ?",
  );

  const daysFor = (newest: Day[], receivedAt: number | undefined) =>
    receivedAt === undefined ? newest : [dayOf(receivedAt), dayOf(receivedAt - dayMs)];

  return {
    duplicates(events, lastCommittedId) {
      const days = files.days();
      const present = new Set(days);
      // Each once a batch: `files.open` looks at the file on disk.
      const open = rememberedBy((day: Day) => files.open(day));
      const isKept = ({ projectId, eventId, receivedAt }: EventKey) => {
        const asked = daysFor(days.slice(0, daysAsked), receivedAt).filter((day) => present.has(day));
        const bytes = idBytes(eventId);
        return asked.some((day) => open(day)?.exists.get(projectId, bytes, lastCommittedId));
      };
      return new Set(events.filter(isKept).map(eventKey));
    },

    issuesOfEvents(events, lastCommittedId) {
      const days = files.days();
      const found = events.flatMap((event): [string, IssueId][] => {
        const asked = [event.projectId, idBytes(event.eventId), lastCommittedId] as const;
        const row = firstOf(opened(files, days), (file) => file.issueOf.get(...asked));
        return row ? [[eventKey(event), row.issue_id as IssueId]] : [];
      });
      return new Map(found);
    },
    attachmentsKept(attachments, lastCommittedId) {
      const present = new Set(files.days());
      const isKept = ({ projectId, eventId, digest, receivedAt }: NewAttachment) => {
        const days = [dayOf(receivedAt), dayOf(receivedAt - dayMs)].filter((day) => present.has(day));
        const asked = [projectId, idBytes(eventId), digest, lastCommittedId] as const;
        return days.some((day) => files.open(day)?.attachments.exists.get(...asked));
      };
      return new Set(attachments.filter(isKept).map(attachmentKey));
    },
    issuesFor(fingerprints) {
      const owners = new Map<string, Issue>();
      for (const fingerprint of fingerprints) {
        const key = fingerprintKey(fingerprint);
        const row = owners.has(key) ? undefined : owner.get(fingerprint.projectId, fingerprint.hash);
        if (row) owners.set(key, issueOf(row));
      }
      return owners;
    },

    releasesSeen(releases) {
      const seen = releases.flatMap((release): [string, number][] => {
        const row = firstSeen.get(release.projectId, release.version);
        return row ? [[releaseKey(release), row.first_seen]] : [];
      });
      return new Map(seen);
    },
  };
}

function rememberedBy<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    if (!found.has(key)) found.set(key, find(key));
    return found.get(key)!;
  };
}
