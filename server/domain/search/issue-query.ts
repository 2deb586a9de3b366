/** What the search box of the issue list means. Parsed by `parseIssueQuery`; storage turns it into conditions. */
export type IssueQuery = {
  /** Any of these; empty: whatever state. */
  states: StateTerm[];
  levels: string[];
  /** All of these, anywhere in type, value or culprit, without case. */
  words: string[];
};

export const stateTerms = ["open", "new", "ongoing", "regressed", "ignored", "resolved"] as const;
export type StateTerm = (typeof stateTerms)[number];
