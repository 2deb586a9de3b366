import { may } from "#server/domain/people/permission.ts";
import { findAlike } from "./jump-alike.ts";
import { findExact } from "./jump-exact.ts";
import type { Store } from "#server/storage/store.ts";
import type { ReadRoutes } from "./read-routes.ts";
import type { ReadTrace } from "./read-trace.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { AlertRuleId, EventId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";

/** Finds what a text means, in all projects that the viewer may read; of the others nothing is looked at. */
export type Jump = (viewer: Viewer, text: string) => Promise<Found>;

export type Found = {
  /** Things that have exactly this name or id. */
  exact: Hit[];
  /** Those that have it in their names or words, a few of each kind and project. */
  alike: Hit[];
  /** Set where there was no time for every project: how many were looked through, of how many. */
  cutShort?: { looked: number; of: number };
};

export type Hit = { project: Pick<Project, "slug" | "name"> } & (
  | { kind: "project" }
  | { kind: "issue"; shortId: string; title: string }
  | { kind: "event"; shortId: string; eventId: EventId; title: string }
  | { kind: "trace"; traceId: TraceId; name: string }
  | { kind: "span"; traceId: TraceId; spanId: SpanId; name: string }
  | { kind: "route"; id: number; route: string; service: string }
  | { kind: "release"; version: string }
  | { kind: "monitor"; slug: string; name: string }
  | { kind: "rule"; id: AlertRuleId; name: string }
);

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
