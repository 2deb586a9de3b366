import type { WrongQuery } from "#server/domain/search/issue-query.ts";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import { may } from "#server/domain/people/permission.ts";
import { type Alike, findAlike } from "./jump-alike.ts";
import { findExact } from "./jump-exact.ts";
import type { FindTrace } from "./find-trace.ts";
import type { ReadIssueQuery } from "./read-issue-query.ts";
import type { HintSearch } from "./search-hints.ts";
import type { Store } from "#server/storage/store.ts";
import type { ReadRoutes } from "#server/read/read-routes.ts";
import type { ReadTrace } from "#server/read/read-trace.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { AlertRuleId, EventId, ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";

/**
 * Finds matches in all projects that the viewer can read, in that of `from` first. Others are not
 * searched.
 */
export type Jump = (viewer: Viewer, text: string, from?: ProjectId) => Promise<Found>;

type Found = {
  /** Objects with exactly this name or ID. */
  exact: Hit[];
  /** Objects whose names or words contain the text, a few per kind and project. */
  alike: Hit[];
  /** Why the text isn't a valid search in any project: it was treated as plain words. */
  misread?: WrongQuery;
  /** Projects with more issues than listed in `alike`. */
  more: Hit["project"][];
  /** Trace searches that match a misread text. */
  traces: { project: Hit["project"]; query: string }[];
  /** If nothing was found: similar values in a project. */
  hints: SearchHint[];
  /** Set if the deadline ended the search: number of searched projects and total. */
  cutShort?: { looked: number; of: number };
};

export type Hit = { project: Pick<Project, "slug" | "name"> } & (
  | { kind: "project" }
  | { kind: "issue"; shortId: string; title: string }
  | { kind: "event"; shortId: string; eventId: EventId; title: string }
  | { kind: "trace"; traceId: TraceId; name: string }
  | { kind: "span"; traceId: TraceId; spanId: SpanId; name: string }
  | { kind: "route"; id: number; route: string; service: string; type: string }
  | { kind: "release"; version: string }
  | { kind: "monitor"; slug: string; name: string }
  | { kind: "rule"; id: AlertRuleId; name: string }
);

export type JumpDeps = {
  store: Store;
  readTrace: ReadTrace;
  findTrace: FindTrace;
  readRoutes: ReadRoutes;
  readIssueQuery: ReadIssueQuery;
  hintIssueSearch: HintSearch;
  now: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
};

/**
 * A project takes about ten milliseconds. For viewers of hundreds of projects, the result states
 * how many were searched.
 */
const deadlineMs = 500;

/** Names first, in every project, since they are fast; then words, until the deadline. */
export function createJump(deps: JumpDeps): Jump {
  return async (viewer, typed, from) => {
    const text = typed.trim();
    if (text === "") return { exact: [], alike: [], more: [], traces: [], hints: [] };
    const begun = deps.elapsed();
    const isLate = () => deps.elapsed() - begun > deadlineMs;
    const all = await deps.store.projects.list();
    const projects = all
      .filter(({ id }) => may(viewer, "project:read", id) && may(viewer, "issue:read", id))
      .toSorted((a, b) => Number(b.id === from) - Number(a.id === from));
    const names = await inEach(projects, isLate, (project) => findExact(deps, project, text));
    const words = await inEach(projects, isLate, async (project) => [
      await findAlike(deps, { project, viewer: viewer.user.id, text }),
    ]);
    const looked = Math.min(names.looked, words.looked);
    const hits = words.found.flatMap((each) => each.hits);
    const alike = hits.filter((hit) => !names.found.some((other) => isSame(hit, other)));
    const misread = misreadIn(words.found);
    const isNothing = names.found.length + alike.length === 0 && !misread;
    const hints = isNothing ? await hintsIn(deps, projects, isLate, text) : [];
    const more = words.found.flatMap(({ project, hasMore }) => (hasMore ? project : []));
    const traces = misread ? tracesIn(words.found) : [];
    const found: Found = {
      exact: names.found,
      alike,
      more,
      traces,
      hints,
      ...(misread && { misread }),
    };
    return looked < projects.length
      ? { ...found, cutShort: { looked, of: projects.length } }
      : found;
  };
}

/**
 * If one project knows a key, the text is a search. Of several explanations, the one with a
 * suggestion is used.
 */
function misreadIn(found: { misread?: WrongQuery }[]): WrongQuery | undefined {
  const all = found.flatMap(({ misread }) => misread ?? []);
  if (all.length < found.length) return undefined;
  return all.find(({ instead }) => instead !== undefined) ?? all[0];
}

/** A few: each project has its own list of traces. */
const mostTraceSearches = 5;

function tracesIn(found: Alike[]): Found["traces"] {
  const searches = found.flatMap(({ project, misread }) =>
    misread?.traces === undefined ? [] : { project, query: misread.traces },
  );
  return searches.slice(0, mostTraceSearches);
}

/** From the first project with hints. */
async function hintsIn(
  { hintIssueSearch }: JumpDeps,
  projects: Project[],
  isLate: () => boolean,
  text: string,
): Promise<SearchHint[]> {
  for (const project of projects) {
    const hints = isLate() ? [] : await hintIssueSearch(project, text);
    if (hints.length > 0) return hints;
  }
  return [];
}

/**
 * Sequentially: in parallel, they would only wait for each other. The first is searched in any
 * case.
 */
async function inEach<Row>(
  projects: Project[],
  isLate: () => boolean,
  find: (project: Project) => Promise<Row[]>,
) {
  const found: Row[] = [];
  for (const [looked, project] of projects.entries()) {
    if (looked > 0 && isLate()) return { found, looked };
    found.push(...(await find(project)));
  }
  return { found, looked: projects.length };
}

const isSame = (a: Hit, b: Hit): boolean => JSON.stringify(a) === JSON.stringify(b);
