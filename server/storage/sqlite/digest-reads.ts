import type { DatabaseSync } from "node:sqlite";
import type { EventId, FingerprintHash, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { dayMs } from "#server/domain/ledger.ts";
import { eventKey, fingerprintKey, releaseKey } from "#server/storage/store.ts";
import type { Day } from "./day-file.ts";
import { type DayFiles, dayOf } from "./day-files.ts";
import { idBytes } from "./event-row.ts";
import { type IssueRow, issueOf, selectIssue } from "./issue-row.ts";
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
      const isKept = ({ projectId, eventId, receivedAt }: EventKey) => {
        const asked = daysFor(days.slice(0, daysAsked), receivedAt).filter((day) => present.has(day));
        const bytes = idBytes(eventId);
        return asked.some((day) => files.open(day)?.exists.get(projectId, bytes, lastCommittedId));
      };
      return new Set(events.filter(isKept).map(eventKey));
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
