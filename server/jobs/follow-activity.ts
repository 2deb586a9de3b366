import type { NewNotice } from "#server/storage/alerts/notice-store.ts";
import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import { followLog, type Log, type LogFollower } from "./follow-log.ts";

const entriesAtOnce = 100;

/** Followers of activities start at its current end. */
export const activityLog = ({ issues }: Pick<Store, "issues">): Log<LoggedActivity> => ({
  start: issues.newestActivity,
  newest: issues.newestActivity,
  after: issues.activityAfter,
});

/** Follows the activity log and writes notices. */
export function followActivity(
  deps: { store: Pick<Store, "issues" | "notices" | "projects">; now: () => number },
  follower: string,
  take: (entries: LoggedActivity[]) => Promise<NewNotice[]>,
): LogFollower {
  const { store } = deps;
  return followLog(deps, activityLog(store), {
    follower,
    entriesAtOnce,
    take,
    store: store.notices.add,
  });
}
