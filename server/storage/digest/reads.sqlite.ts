import type { DatabaseSync } from "node:sqlite";
import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
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
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import type { Day } from "#server/storage/sqlite/day-file.ts";
import { firstOf, opened } from "#server/storage/events/days.sqlite.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { repeatTimes } from "#server/storage/digest/late-events.ts";
import { type IssueRow, issueOf } from "#server/storage/issues/row.ts";
import { selectIssue } from "#server/storage/issues/row.sqlite.ts";
import { rememberedBy } from "#server/storage/sqlite/remembered-by.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type Fingerprint = { projectId: ProjectId; hash: FingerprintHash };
type ReleaseName = { projectId: ProjectId; version: string };

const daysAsked = 2;

type DigestReads = {
  duplicates(events: AskedEvent[], lastCommittedId: number): Set<string>;
  issuesFor(fingerprints: Fingerprint[]): Map<string, Issue>;
  releasesSeen(releases: ReleaseName[]): Map<string, number>;
  issuesOfEvents(events: AskedEvent[], lastCommittedId: number): Map<string, IssueId>;
  attachmentsKept(attachments: ReceivedAttachment[], lastCommittedId: number): Set<string>;
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

  return {
    duplicates(events, lastCommittedId) {
      const days = files.days();
      const present = new Set(days);
      // Once per batch: `files.open` checks the file on disk.
      const open = rememberedBy((day: Day) => files.open(day));
      const isKept = (event: AskedEvent) => {
        const asked = (repeatTimes(event)?.map(dayOf) ?? days.slice(0, daysAsked)).filter((day) =>
          present.has(day),
        );
        const bytes = idBytes(event.eventId);
        return asked.some((day) => open(day)?.exists.get(event.projectId, bytes, lastCommittedId));
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
      const isKept = (file: ReceivedAttachment) => {
        const days = repeatTimes(file)!
          .map(dayOf)
          .filter((day) => present.has(day));
        const asked = [
          file.projectId,
          idBytes(file.eventId),
          file.digest,
          lastCommittedId,
        ] as const;
        return days.some((day) => files.open(day)?.attachments.exists.get(...asked));
      };
      return new Set(attachments.filter(isKept).map(attachmentKey));
    },
    issuesFor(fingerprints) {
      const owners = new Map<string, Issue>();
      for (const fingerprint of fingerprints) {
        const key = fingerprintKey(fingerprint);
        const row = owners.has(key)
          ? undefined
          : owner.get(fingerprint.projectId, fingerprint.hash);
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
