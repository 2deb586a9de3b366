import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { NewNotice } from "#server/storage/alerts/notice-store.ts";

const entriesAtOnce = 100;

/**
 * Continues in the activity log at this follower's position, one slice per call. A new follower
 * starts at the current end. After a crash, a slice may be processed twice. Returns the number of
 * entries read.
 */
export async function followActivity(
  { issues, notices }: Pick<Store, "issues" | "notices">,
  follower: string,
  take: (entries: LoggedActivity[]) => Promise<NewNotice[]>,
): Promise<number> {
  const after = await notices.position(follower);
  if (after === undefined) {
    await notices.add([], { follower, after, position: await issues.newestActivity() });
    return 0;
  }
  const entries = await issues.activityAfter(after, entriesAtOnce);
  const last = entries.at(-1);
  if (last) await notices.add(await take(entries), { follower, after, position: last.id });
  return entries.length;
}
