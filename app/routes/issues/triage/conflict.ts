import type { AskedInProject } from "#app/guard.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import { fieldOf } from "#server/domain/issue/conflict.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import { activitySentence } from "#app/routes/issues/activity-sentence.ts";
import type { IssueConflict } from "#server/commands/triage.ts";

/**
 * What a 409 page shows of one issue: how it was when the form was made, and what others did to it
 * since.
 */
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
  /** The form once more, to be sent by who insists. */
  fields: [name: string, value: string][];
  /** For it: what is known now. */
  seen: number;
  now: number;
  /** Of a list: the act on the other issues. */
  done?: number;
};

/** What the form said beside which issues it was for, and when it was made. */
const renewed = new Set(["seen", "issue", "all", "counted", "made", "next"]);

export async function conflictsOf(
  { services }: AskedInProject,
  form: FormData,
  found: IssueConflict[],
  seen: number,
): Promise<Conflicts> {
  const { issues } = services.store;
  // First: what comes after this has not been shown.
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

/** Who did it, as a sentence begins. */
function actorName({ by, byName }: Pick<LoggedAct, "by" | "byName">): string {
  if (by.kind === "system") return "Spoor";
  return byName ?? "A former user";
}
