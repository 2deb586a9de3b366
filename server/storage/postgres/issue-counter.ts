import { stretchOf } from "#server/storage/layout/issue-stretch.ts";
import type { IssueStore } from "#server/storage/store.ts";
import type { Query } from "./database.ts";
import { type Asked, askedOf } from "./issue-asked.ts";
import { conditionsOf } from "./issue-filter.ts";
import { countAmong, narrowest } from "./issue-gather.ts";
import { longWalk, mostToGather, shortWalk } from "./issue-list.ts";
import { idSource, type Source, sourcesOf } from "./issue-sources.ts";
import { walk, walkSteps } from "./issue-walk.ts";

/** Beyond this, one source is as good as another. */
const sizedUpTo = 50_000;

/** How many issues match, up to a limit: on the same ways as a page is found, but to the end, and in no order. */
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
