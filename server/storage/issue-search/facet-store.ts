/** Number of issues with a tag value or level. */
export type Frequency = { text: string; issues: number };

/** Most frequent first. For tags: the keys that most issues have, with few values. */
export type Facets = {
  /** Number of issues read, and whether these are all that match. */
  issues: number;
  isAll: boolean;
  levels: Frequency[];
  environments: Frequency[];
  releases: Frequency[];
  assignees: (Frequency & { email: string })[];
  unassigned: number;
  tags: { key: string; values: Frequency[] }[];
};
