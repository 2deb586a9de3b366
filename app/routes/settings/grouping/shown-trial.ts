import type { AskedInProject } from "#app/guard.ts";
import type { RuleTrial, TriedMove } from "#server/domain/grouping-rules/trial.ts";
import type { IssueId } from "#server/domain/ids.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";

/** The shown part of a preview: the most frequent, with issue titles. */
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

export async function shownTrial(
  { services, project }: AskedInProject,
  trial: RuleTrial,
): Promise<ShownTrial> {
  const { moves: allMoves, titles: allTitles, ...facts } = trial;
  const [moves, titles] = [allMoves.slice(0, rowsMost), allTitles.slice(0, rowsMost)];
  const issues = await services.store.issues.findEach(project.id, { ids: idsOf(moves, titles) });
  const named = (id: IssueId | undefined): NamedIssue | undefined => {
    const issue = id === undefined ? undefined : issues.get(id);
    return issue && { shortId: issue.shortId, title: issueTitle(issue) };
  };
  const showMove = ({ to, from, ...move }: TriedMove): ShownMove => ({
    ...move,
    to: named(to.issueId),
    from: from
      .slice(0, issuesMost)
      .map(({ issueId, ...counts }) => ({ ...counts, issue: named(issueId) })),
    fromMore: Math.max(0, from.length - issuesMost),
  });
  return {
    ...facts,
    now: services.now(),
    moves: moves.map(showMove),
    movesMore: allMoves.length - moves.length,
    titles: titles.map(({ issueId, ...title }) => ({ ...title, issue: named(issueId) })),
    titlesMore: allTitles.length - titles.length,
  };
}

function idsOf(moves: TriedMove[], titles: RuleTrial["titles"]): IssueId[] {
  const moved = moves.flatMap(({ to, from }) => [
    to.issueId,
    ...from.slice(0, issuesMost).map(({ issueId }) => issueId),
  ]);
  const ids = [...moved, ...titles.map(({ issueId }) => issueId)];
  return [...new Set(ids.filter((id) => id !== undefined))];
}
