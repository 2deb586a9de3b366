import type { AskedInProject } from "#app/guard.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import { fieldOf } from "#server/domain/issue/conflict.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import { activitySentence } from "#app/routes/issues/activity-sentence.ts";
import type { IssueConflict } from "#server/commands/triage.ts";

/** A conflict in one issue: its state when the form was loaded, and later changes by others. */
type ShownConflict = {
  id: number;
  shortId: string;
  title: string;
  before: string;
  since: Happened[];
};
type Happened = { who: string; did: string; at: number };

export type Conflicts = {
  conflicts: ShownConflict[];
  /** The form's fields, to be submitted again. */
  fields: [name: string, value: string][];
  /** The newest activity now, for the second submission. */
  seen: number;
  now: number;
  /** For a list: the action on the other issues. */
  done?: number;
};

/** Fields other than the issues and the time when the form was loaded. */
const renewed = new Set(["seen", "issue", "all", "counted", "made", "next"]);

export async function conflictsOf(
  { services }: AskedInProject,
  form: FormData,
  found: IssueConflict[],
  seen: number,
): Promise<Conflicts> {
  const { issues } = services.store;
  // First, so that later activities count as unseen.
  const newest = await issues.newestActivity();
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !renewed.has(entry[0]),
  );
  const conflicts = await Promise.all(
    found.map((conflict) => shown(services.store.issues, conflict, seen)),
  );
  return { conflicts, fields, seen: newest, now: services.now() };
}

async function shown(
  issues: AskedInProject["services"]["store"]["issues"],
  { issue, others }: IssueConflict,
  seen: number,
): Promise<ShownConflict> {
  const field = fieldOf(others[0]!.what);
  const before = (await issues.activity(issue.projectId, issue.id)).find(
    ({ id, what }) => id <= seen && fieldOf(what) === field,
  );
  const since = others.map((entry) => ({
    who: actorName(entry),
    did: activitySentence(entry.what, entry.toName),
    at: entry.at,
  }));
  const { id, shortId } = issue;
  const known = before
    ? `${actorName(before)} ${activitySentence(before.what, before.toName)}`
    : "Unassigned";
  return { id, shortId, title: issueTitle(issue).slice(0, 200), before: known, since };
}

/** The actor at the start of a sentence. */
function actorName({ by, byName }: Pick<LoggedAct, "by" | "byName">): string {
  if (by.kind === "system") return "Spoor";
  return byName ?? "A former user";
}
