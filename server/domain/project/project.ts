import type { ProjectId } from "#server/domain/ids.ts";
import type { ProjectSettings } from "./settings.ts";

export type Project = {
  id: ProjectId;
  slug: string;
  name: string;
  platform: string;
  /** Prefix of its issues' short IDs, fixed at creation. */
  prefix: string;
  createdAt: number;
  /** When its first event was stored; undefined before. */
  firstEventAt?: number;
  settings: ProjectSettings;
};

/** A public key: the user part of a DSN. It can only send data. */
export type Key = {
  projectId: ProjectId;
  publicKey: string;
  label: string;
  createdAt: number;
  /** Permanent. */
  revokedAt?: number;
  /** Origins that may use it (`allowed-origin.ts`); empty: any. */
  allowedOrigins: string[];
  /** Absent: no limit. */
  eventsPerMinute?: number;
  /** To the minute. */
  lastUsedAt?: number;
};
