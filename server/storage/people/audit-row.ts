import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { AuditEntry, AuditKind } from "#server/domain/people/audit.ts";

export type AuditRow = {
  id: number;
  at: number;
  kind: string;
  user_id: number | null;
  email: string | null;
  address: string | null;
  project_id: number | null;
  about: string | null;
  detail: string | null;
};

export const auditColumns = "at, kind, user_id, email, address, project_id, about, detail";

/** In the order of `auditColumns`. */
export function auditValuesOf(entry: AuditEntry): (string | number | null)[] {
  const { at, kind, by, address, projectId, about, detail } = entry;
  return [at, kind, by?.id, by?.email, address, projectId, about, detail].map((value) => value ?? null);
}

export function auditEntryOf({ at, kind, user_id, email, address, project_id, about, detail }: AuditRow): AuditEntry {
  return {
    at,
    kind: kind as AuditKind,
    ...(user_id !== null && { by: { id: user_id as UserId, email: email! } }),
    ...(address !== null && { address }),
    ...(project_id !== null && { projectId: project_id as ProjectId }),
    ...(about !== null && { about }),
    ...(detail !== null && { detail }),
  };
}
