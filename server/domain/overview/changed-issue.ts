import type { Issue } from "#server/domain/issue/issue.ts";

/** An issue that is new, or regressed, since a time. It may be resolved by now. */
export type ChangedIssue = { issue: Issue; isRegressed: boolean };

export const isResolved = ({ state }: Pick<Issue, "state">): boolean => state.state === "resolved";
