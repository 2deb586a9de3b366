import type { ProjectId } from "#server/domain/ids.ts";
import type { ProjectSettings } from "./settings.ts";

export type Project = {
  id: ProjectId;
  slug: string;
  name: string;
  platform: string;
  /** Prefix of its issues' short ids, fixed when the project was made. */
  prefix: string;
  createdAt: number;
  /** When its first event was kept; undefined while it waits for one. */
  firstEventAt?: number;
  settings: ProjectSettings;
};

/** A public key: the user part of a DSN. It can only send. */
export type Key = {
  projectId: ProjectId;
  publicKey: string;
  label: string;
  createdAt: number;
  /** For ever. */
  revokedAt?: number;
  /** Whose pages may send with it (`allowed-origin.ts`); empty: any page's. */
  allowedOrigins: string[];
  /** Absent: as many as come. */
  eventsPerMinute?: number;
  /** Known to the minute. */
  lastUsedAt?: number;
};
