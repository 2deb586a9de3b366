import { may } from "#server/domain/people/permission.ts";
import { findAlike } from "./jump-alike.ts";
import { findExact } from "./jump-exact.ts";
import type { Found, Hit, Jump } from "#server/jump-services.ts";
import type { ReadRoutes } from "#server/route-services.ts";
import type { ReadTrace } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";

export type JumpParts = {
  store: Store;
  readTrace: ReadTrace;
  readRoutes: ReadRoutes;
  now: () => number;
  /** Milliseconds from any beginning. */
  elapsed: () => number;
};

/** A project takes some ten milliseconds; who may read hundreds is told how far it got. */
const deadlineMs = 500;

/** Names first, in every project, since they are quickly found; then words, for as long as there is time. */
export function createJump(parts: JumpParts): Jump {
  return async (viewer, typed) => {
    const text = typed.trim();
    if (text === "") return { exact: [], alike: [] };
    const begun = parts.elapsed();
    const isLate = () => parts.elapsed() - begun > deadlineMs;
    const all = await parts.store.projects.list();
    const projects = all.filter(({ id }) => may(viewer, "project:read", id) && may(viewer, "issue:read", id));
    const names = await inEach(projects, isLate, (project) => findExact(parts, project, text));
    const words = await inEach(projects, isLate, (project) =>
      findAlike(parts, { project, viewer: viewer.user.id, text }),
    );
    const looked = Math.min(names.looked, words.looked);
    const alike = words.hits.filter((hit) => !names.hits.some((other) => isSame(hit, other)));
    const found: Found = { exact: names.hits, alike };
    return looked < projects.length ? { ...found, cutShort: { looked, of: projects.length } } : found;
  };
}

/** One after the other: side by side they would only wait for each other. */
async function inEach<Each>(projects: Each[], isLate: () => boolean, find: (project: Each) => Promise<Hit[]>) {
  const hits: Hit[] = [];
  for (const [looked, project] of projects.entries()) {
    if (isLate()) return { hits, looked };
    hits.push(...(await find(project)));
  }
  return { hits, looked: projects.length };
}

const isSame = (a: Hit, b: Hit): boolean => JSON.stringify(a) === JSON.stringify(b);
