import type { UserId } from "#server/domain/ids.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { routeTitle } from "#server/domain/rollup/operation.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import { routesNamed } from "#server/domain/rollup/route-sort.ts";
import type { WrongQuery } from "#server/domain/search/issue-query.ts";
import type { JumpDeps, Hit } from "./jump.ts";

type Asked = { project: Project; viewer: UserId; text: string };

/** Per kind and project. */
const most = 5;

/** Matches of the text in a project: issues by the search language, everything else by name. */
export async function findAlike(deps: JumpDeps, asked: Asked): Promise<Alike> {
  const [issues, ...others] = await Promise.all([
    issuesOf(deps, asked),
    routesOf(deps, asked),
    namedThings(deps, asked),
  ]);
  return { ...issues, project: called(asked.project), hits: [...issues.hits, ...others.flat()] };
}

/**
 * `misread`: why the text is not a valid search in this project. `hasMore`: the project has further
 * issues.
 */
type Found = { hits: Hit[]; hasMore: boolean; misread?: WrongQuery };
export type Alike = Found & { project: Hit["project"] };

/** A text that isn't valid search syntax is treated as plain words. */
async function issuesOf(
  { store, readIssueQuery, now }: JumpDeps,
  { project, viewer, text }: Asked,
): Promise<Found> {
  const parsed = await readIssueQuery(project, text);
  const query = isProblem(parsed)
    ? { states: [], levels: [], words: text.split(/\s+/) }
    : parsed.query;
  const filter = {
    projectId: project.id,
    query,
    viewer,
    now: now(),
    sort: "last-seen" as const,
    limit: most,
  };
  const { rows, next } = await store.issues.list(filter);
  const hits = rows.map((issue): Hit => {
    return {
      kind: "issue",
      project: called(project),
      shortId: issue.shortId,
      title: issueTitle(issue),
    };
  });
  if (isProblem(parsed)) return { hits, hasMore: false, misread: parsed };
  return { hits, hasMore: next !== undefined && rows.length > 0 };
}

/** Those with requests in the last week. */
async function routesOf({ readRoutes, now }: JumpDeps, { project, text }: Asked): Promise<Hit[]> {
  const { entries } = await readRoutes(
    project,
    readRouteQuery(new URLSearchParams({ since: "7d" }), now()),
  );
  return routesNamed(entries, text)
    .slice(0, most)
    .map(({ operation }) => {
      const { id, service } = operation;
      return {
        kind: "route",
        project: called(project),
        id,
        route: routeTitle(operation),
        service,
        type: operation.kind,
      };
    });
}

async function namedThings({ store }: JumpDeps, { project, text }: Asked): Promise<Hit[]> {
  const { id: projectId } = project;
  const [releases, monitors, rules] = await Promise.all([
    store.releases.list({ projectId, query: text, limit: most }),
    store.monitors.list({ projectId, query: text, limit: most }),
    store.alerts.list(projectId),
  ]);
  const alike = rules
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, most);
  const within = { project: called(project) };
  return [
    ...releases.rows.map(({ version }) => ({ kind: "release" as const, ...within, version })),
    ...monitors.rows.map(({ monitor: { slug, name } }) => ({
      kind: "monitor" as const,
      ...within,
      slug,
      name,
    })),
    ...alike.map(({ id, name }) => ({ kind: "rule" as const, ...within, id, name })),
  ];
}

const called = ({ slug, name }: Project): Hit["project"] => ({ slug, name });
