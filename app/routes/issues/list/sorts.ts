import type { IssueSort } from "#server/storage/issues/issue-store.ts";

export const sortNames: Record<IssueSort, string> = {
  "last-seen": "Last seen",
  "first-seen": "First seen",
  events: "Total events",
  users: "Total users",
};

/** The order in the URL; default: newest first. */
export function sortOf(params: URLSearchParams): IssueSort {
  const sort = params.get("sort") ?? "";
  return Object.hasOwn(sortNames, sort) ? (sort as IssueSort) : "last-seen";
}
