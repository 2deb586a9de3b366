/** Relations of a release to an issue: new, regressed, or resolved in it. */
export const issueRelations = ["fresh", "regressed", "resolved"] as const;
export type IssueRelation = (typeof issueRelations)[number];
export type ReleaseIssueCounts = { [relation in IssueRelation]: number };
