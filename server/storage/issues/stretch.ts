import type { IssueFilter, IssueSort } from "#server/storage/issues/issue-store.ts";
import { type ColumnBounds, sortColumns } from "#server/storage/issue-search/bounds.ts";
import type { Branch } from "./stored-status.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";

/** Position of an issue in an order. */
export type Place = { key: number; id: number };

/**
 * A range of the order: after `from`, up to and including `to`, of all substates of the branches'
 * states.
 */
export type Stretch = {
  projectId: number;
  branches: Branch[];
  column: string;
  from: Place;
  to: Place;
};

type Asked = { filter: IssueFilter; branches: Branch[]; bounds: ColumnBounds };

/** Numbers of orders in cursors. */
const orders = Object.keys(sortColumns);

const first: Place = { key: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const last: Place = { key: 0, id: 0 };

/**
 * The range from the previous page to the end. A bound on the sorted column shortens it, so that no
 * walk goes beyond it.
 */
export function stretchOf({
  filter: { projectId, sort, cursor },
  branches,
  bounds,
}: Asked): Stretch {
  const column = sortColumns[sort];
  const { atLeast, atMost } = bounds[column];
  const newest: Place = atMost === Number.MAX_SAFE_INTEGER ? first : { key: atMost + 1, id: 0 };
  const oldest: Place = atLeast <= 0 ? last : { key: atLeast, id: 0 };
  return { projectId, branches, column, from: placeOf(sort, cursor) ?? newest, to: oldest };
}

function placeOf(sort: IssueSort, cursor: string | undefined): Place | undefined {
  const shape = ["integer", "integer", "integer"] as const;
  const [sorted, key, id] = decodeCursor<[number, number, number]>(cursor, [...shape]) ?? [];
  // A cursor of another order is invalid.
  return sorted === orders.indexOf(sort) ? { key: key!, id: id! } : undefined;
}

export const cursorAfter = (sort: IssueSort, { key, id }: Place): string =>
  encodeCursor([orders.indexOf(sort), key, id]);
