import type { AuditStore } from "#server/storage/people-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function auditStore(_database: Database): AuditStore {
  return notPortedYet("audit");
}
