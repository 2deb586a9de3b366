import { familyLabel } from "#server/domain/event/family-words.ts";
import type { Issue } from "#server/domain/issue/issue.ts";

/** The fields of an issue that a row shows, and no others, because rows are sent twice. */
const shown = [
  "id",
  "shortId",
  "type",
  "value",
  "culprit",
  "level",
  "state",
  "count",
  "userCount",
  "firstSeen",
  "lastSeen",
  "lastRelease",
] as const satisfies (keyof Issue)[];

type Shown = Pick<Issue, (typeof shown)[number]>;

/** The counts of the trend are one string: 50 rows have 1,200 of them. */
export type IssueRow = Shown & {
  assignee?: string;
  label?: string;
  trend: string;
  /** Of the user that the search is for. */
  ofUser?: OfUser;
};

/** `search`: finds the user's events of the issue. */
type OfUser = { count: number; lastSeen: number; search: string };

export function issueRow(issue: Issue, trend: number[], ofUser?: OfUser): IssueRow {
  const label = familyLabel(issue);
  return {
    ...(Object.fromEntries(shown.map((field) => [field, issue[field]])) as Shown),
    assignee: issue.assignee?.name,
    trend: trend.join(" "),
    ...(label !== undefined && { label }),
    ...(ofUser && { ofUser }),
  };
}

export function countsOf({ trend }: IssueRow): number[] {
  return trend === "" ? [] : trend.split(" ").map(Number);
}

/**
 * The rows as JSON: the router's data format, which needs an index per value, took a tenth of the
 * list's time.
 */
export const packedRows = (rows: IssueRow[]): string => JSON.stringify(rows);
export const unpackedRows = (packed: string): IssueRow[] => JSON.parse(packed) as IssueRow[];
