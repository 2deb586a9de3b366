import type { DatabaseSync } from "node:sqlite";
import type { EventId, FingerprintHash, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { eventKey, fingerprintKey } from "#server/storage/store.ts";
import type { DayFiles } from "./day-files.ts";
import { idBytes } from "./event-row.ts";
import { type IssueRow, issueOf, selectIssue } from "./issue-row.ts";
import { prepare } from "./statement.ts";

type EventKey = { projectId: ProjectId; eventId: EventId };
type Fingerprint = { projectId: ProjectId; hash: FingerprintHash };

/** A client that tries again does so within minutes: an event id is looked for in the two newest days only. */
const duplicateDays = 2;

export type DigestReads = {
  duplicates(events: EventKey[], lastCommittedId: number): Set<string>;
  issuesFor(fingerprints: Fingerprint[]): Map<string, Issue>;
};

export function digestReads(writer: DatabaseSync, files: DayFiles): DigestReads {
  const owner = prepare<IssueRow>(
    writer,
    `${selectIssue} WHERE i.id = (SELECT issue_id FROM fingerprints WHERE project_id = ? AND hash = ?)`,
  );

  return {
    duplicates(events, lastCommittedId) {
      const days = files
        .days()
        .slice(0, duplicateDays)
        .flatMap((day) => files.open(day) ?? []);
      const kept = events.filter(({ projectId, eventId }) => {
        const bytes = idBytes(eventId);
        return days.some((file) => file.exists.get(projectId, bytes, lastCommittedId));
      });
      return new Set(kept.map(eventKey));
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
  };
}
