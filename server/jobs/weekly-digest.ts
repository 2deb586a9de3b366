import type { UserId } from "#server/domain/ids.ts";
import type { ChangedIssue } from "#server/domain/overview/changed-issue.ts";
import { defaultWanted } from "#server/domain/notice/choice.ts";
import type { SummaryFacts } from "#server/domain/overview/summary.ts";
import { weeklyNotice } from "#server/domain/overview/weekly-notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { NewNotice } from "#server/storage/alerts/notice-store.ts";
import type { Store } from "#server/storage/store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** The first Monday after the epoch, at 08:00 UTC. */
const firstMonday = Date.UTC(1970, 0, 5, 8);
/** Maximum delay of a digest, so that an outage doesn't send stale news. */
const lateMs = dayMs;

/** The last Monday 08:00 UTC. */
export const weekEnd = (now: number): number =>
  firstMonday + Math.floor((now - firstMonday) / weekMs) * weekMs;

type WholeWeek = { window: { since: number; until: number }; whole: true };

type Deps = {
  store: Pick<Store, "projects" | "members" | "noticeChoices" | "notices">;
  readOverview: (
    project: Project,
    week: WholeWeek,
  ) => Promise<{ facts: SummaryFacts; issues: ChangedIssue[] }>;
  now: () => number;
};

/**
 * Writes the weekly digest of one project per call, for each subscribed member. Returns whether
 * more projects remain. A notice's key contains the week, project, and member, so that neither a
 * restart nor another process sends it twice.
 */
export function createWeeklyDigests({ store, readOverview, now }: Deps): () => Promise<boolean> {
  let [week, waiting]: [number | undefined, Project[]] = [undefined, []];
  return async () => {
    const end = weekEnd(now());
    if (now() - end > lateMs) return false;
    if (week !== end) {
      const wanted = await store.noticeChoices.weekly();
      [week, waiting] = [end, wanted.length > 0 ? await store.projects.list() : []];
    }
    const project = waiting[0];
    if (!project) return false;
    const userIds = await recipients(store, project);
    // Moved to the end until it succeeds, so that a project with unavailable data doesn't block
    // others.
    waiting = [...waiting.slice(1), project];
    if (userIds.length > 0) await store.notices.add(await noticesOf(project, userIds, end));
    waiting = waiting.filter((each) => each !== project);
    return true;
  };

  async function noticesOf(project: Project, userIds: UserId[], end: number): Promise<NewNotice[]> {
    const { facts, issues } = await readOverview(project, {
      window: { since: end - weekMs, until: end },
      whole: true,
    });
    if (facts.requests === 0 && issues.length === 0) return [];
    const notice = weeklyNotice({ project, facts: { ...facts, now: end }, issues });
    return userIds.map((userId) => ({
      key: `weekly:${end}:${project.id}:${userId}`,
      at: now(),
      projectId: project.id,
      to: { kind: "person", userId },
      notice,
    }));
  }
}

/** Members who can read the project, subscribed to the digest, and didn't mute the project. */
async function recipients(
  { members, noticeChoices }: Deps["store"],
  project: Project,
): Promise<UserId[]> {
  const [readers, weekly, choices] = await Promise.all([
    members.readers(project.id),
    noticeChoices.weekly(),
    noticeChoices.inProject(project.id),
  ]);
  const wanted = new Set(
    weekly.filter((id) => (choices.get(id) ?? defaultWanted).reach !== "nothing"),
  );
  return readers.map(({ id }) => id).filter((id) => wanted.has(id));
}
