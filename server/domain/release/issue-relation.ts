/** What a release is to an issue: it was new in it, came back in it, was resolved in it. */
export const issueRelations = ["fresh", "regressed", "resolved"] as const;
export type IssueRelation = (typeof issueRelations)[number];
export type ReleaseIssueCounts = { [relation in IssueRelation]: number };
