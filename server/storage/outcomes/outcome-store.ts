import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";

export interface OutcomeStore {
  /** Adds to the hourly counters. */
  add(entries: OutcomeEntry[]): Promise<void>;
  /** Hours at or after `since`, oldest first. */
  read(projectId: ProjectId, since: number): Promise<OutcomeEntry[]>;
}
