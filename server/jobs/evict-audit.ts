import { auditKeptDays } from "#server/domain/people/audit.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

/** Removes what the audit log has kept long enough. Returns how many entries went. */
export function evictAudit(store: Pick<Store, "audit">, now: number): Promise<number> {
  return store.audit.evict(now - auditKeptDays * dayMs);
}
