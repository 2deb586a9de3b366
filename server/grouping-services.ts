import type { FingerprintHash, IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { MergedFacts } from "#server/domain/issue/merge.ts";
import type { Likeness } from "#server/domain/grouping/likeness.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { RuleTrial } from "#server/domain/grouping-rules/trial.ts";

/** The part of `Commands` (services.ts) by which people decide what is one issue and what is not. */
export interface GroupingCommands {
  /** Into the one named, else into the one with the most events. "invalid" when these are not two issues of the project. */
  mergeIssues(viewer: Viewer, project: Project, issueIds: IssueId[], into?: IssueId): Promise<Issue | Problem>;
  /** The issue that the fingerprints belong to from now on. */
  splitIssue(viewer: Viewer, project: Project, issue: Issue, hashes: FingerprintHash[]): Promise<Issue | Problem>;
}

/** Issues that may be the same, the likeliest first, each with what a merge into this one would make of both. */
export type ReadSimilar = (issue: Issue) => Promise<SimilarIssue[]>;
export type SimilarIssue = { issue: Issue; likeness: Likeness; preview: MergePreview };
export type MergePreview = MergedFacts & { count: number; userCount: number; isUserCountEstimated: boolean };

/** What these rules would have made of the last week's events, as far back as a second of reading goes. */
export type TryRules = (project: Project, rules: string) => Promise<RuleTrial | Problem>;
