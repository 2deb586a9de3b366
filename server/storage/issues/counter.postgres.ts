import { stretchOf } from "#server/storage/issues/stretch.ts";
import type { IssueStore } from "#server/storage/issues/issue-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Asked, askedOf } from "#server/storage/issue-search/asked.postgres.ts";
import { conditionsOf } from "#server/storage/issue-search/filter.postgres.ts";
import { countAmong, narrowest } from "./gather.postgres.ts";
import { longWalk, mostToGather, shortWalk } from "./list.postgres.ts";
import { idSource, type Source, sourcesOf } from "#server/storage/issue-search/sources.postgres.ts";
import { walk, walkSteps } from "./walk.postgres.ts";

/** Above this size, all sources are equally good. */
const sizedUpTo = 50_000;

/**
 * Number of matching issues, up to a limit: the same plans as for a page, but to the end and
 * unordered.
 */
export const issueCounter =
  (query: Query): IssueStore["countMatching"] =>
  async (filter, upTo) => {
    const asked = await askedOf(query, { ...filter, sort: "first-seen", limit: upTo });
    return asked ? count(query, asked, upTo) : 0;
  };

async function count(query: Query, asked: Asked, upTo: number): Promise<number> {
  const conditions = conditionsOf(asked);
  const stretch = stretchOf(asked);
  const among = (source: Source) => countAmong(query, source, stretch, conditions, upTo);
  if (asked.filter.ids) return among(idSource(asked.filter.ids));
  if (conditions.length === 0) return (await walk(query, stretch, upTo)).length;

  const near = await walkSteps(query, stretch, conditions, upTo, shortWalk);
  if (!near.floor) return near.places.length;
  const sources = sourcesOf(asked);
  const narrow = await narrowest(query, sources, mostToGather);
  if (narrow.size < mostToGather) return among(narrow);
  const far = await walkSteps(query, stretch, conditions, upTo, longWalk);
  if (!far.floor) return far.places.length;
  return among(await narrowest(query, sources, sizedUpTo));
}
