import type { AskedInProject } from "#app/guard.ts";
import type { RuleTrial, TriedMove } from "#server/domain/grouping-rules/trial.ts";
import type { IssueId } from "#server/domain/ids.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";

/** What is shown of a trial: the most frequent, with the issues' names. */
export type ShownTrial = {
  events: number;
  since: number;
  isWhole: boolean;
  now: number;
  moves: ShownMove[];
  movesMore: number;
  titles: { issue?: NamedIssue; before: string; after: string; events: number }[];
  titlesMore: number;
};

export type NamedIssue = { shortId: string; title: string };
export type ShownMove = Pick<TriedMove, "rule" | "events" | "example"> & {
  to?: NamedIssue;
  from: { issue?: NamedIssue; events: number; of: number }[];
  fromMore: number;
};

const rowsMost = 20;
const issuesMost = 5;

export async function shownTrial({ services, project }: AskedInProject, trial: RuleTrial): Promise<ShownTrial> {
  const named = async (id: IssueId | undefined): Promise<NamedIssue | undefined> => {
    const issue = id === undefined ? undefined : await services.store.issues.find(project.id, { id });
    return issue && { shortId: issue.shortId, title: issueTitle(issue) };
  };
  const showMove = async ({ to, from, ...move }: TriedMove): Promise<ShownMove> => ({
    ...move,
    to: await named(to.issueId),
    from: await Promise.all(
      from.slice(0, issuesMost).map(async ({ issueId, ...counts }) => ({ ...counts, issue: await named(issueId) })),
    ),
    fromMore: Math.max(0, from.length - issuesMost),
  });
  const { moves, titles, ...facts } = trial;
  return {
    ...facts,
    now: services.now(),
    moves: await Promise.all(moves.slice(0, rowsMost).map(showMove)),
    movesMore: Math.max(0, moves.length - rowsMost),
    titles: await Promise.all(
      titles.slice(0, rowsMost).map(async ({ issueId, ...title }) => ({ ...title, issue: await named(issueId) })),
    ),
    titlesMore: Math.max(0, titles.length - rowsMost),
  };
}
