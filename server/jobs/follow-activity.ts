import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { NewNotice } from "#server/storage/alerts/notice-store.ts";

const entriesAtOnce = 100;

/**
 * Goes on where this follower of the log of activities has got to, a slice a call; one that never
 * began starts now. What it does with a slice may come twice after a crash in between. Returns how
 * many entries it took.
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
