import type { Asker, AuditEntry } from "#server/domain/people/audit.ts";
import type { Store } from "#server/storage/store.ts";

/** Form input is truncated, so that outsiders can't fill the log. */
const longestText = 300;

/** Records who did what, from where, and when. Call it after the action. */
export async function audit(
  { store, now }: { store: Pick<Store, "audit">; now: () => number },
  { user, address }: Asker,
  entry: Pick<AuditEntry, "kind" | "projectId" | "about" | "detail">,
): Promise<void> {
  await store.audit.append({
    ...entry,
    at: now(),
    ...(user && { by: { id: user.id, email: user.email } }),
    ...(address !== undefined && { address }),
    ...(entry.about !== undefined && { about: entry.about.slice(0, longestText) }),
    ...(entry.detail !== undefined && { detail: entry.detail.slice(0, longestText) }),
  });
}
