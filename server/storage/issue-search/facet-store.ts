/** How many issues have something: a value of a tag, a level. */
export type Frequency = { text: string; issues: number };

/** The most frequent first; of tags, those keys that most issues have and that have few values. */
export type Facets = {
  /** How many issues were looked at, and whether these are all that match. */
  issues: number;
  isAll: boolean;
  levels: Frequency[];
  environments: Frequency[];
  releases: Frequency[];
  assignees: (Frequency & { email: string })[];
  unassigned: number;
  tags: { key: string; values: Frequency[] }[];
};
