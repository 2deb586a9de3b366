import { owner, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";
import { uploadMap } from "#tests/harness/data/filled-project.ts";
import { Chance } from "../load/chance.ts";
import { type Latencies, time } from "./timed.ts";

/** Members working until `isOver`: they read pages and JSON and sometimes act. */
export async function readPages(
  {
    spoor,
    projects,
    isOver,
    seed,
  }: { spoor: Spoor; projects: readonly TestProject[]; isOver: () => boolean; seed: number },
  latencies: Latencies,
): Promise<void> {
  const visitor = await signIn(spoor.url, owner);
  const chance = new Chance(seed);
  const pages = Object.entries(pagesOf(chance));
  for (let turn = 4 * seed; !isOver(); turn++) {
    const project = chance.pick(projects);
    const [name, pathOf] = pages[turn % pages.length]!;
    const path = await pathOf(project);
    if (path !== undefined) await time(latencies, name, () => readOne(visitor, path));
    if (turn % 25 === 24) await act(visitor, project, chance);
    if (seed === 1 && turn % 150 === 50) await uploadMap(spoor, project);
    await pause(20);
  }
}

type PathOf = (project: TestProject) => Promise<string | undefined>;

function pagesOf(chance: Chance): { [name: string]: PathOf } {
  const anIssue = async (project: TestProject) => {
    const issues = await project.issues();
    return issues.length > 0 ? chance.pick(issues).shortId : undefined;
  };
  const aTrace = async (project: TestProject) => {
    const { traces } = (await (await project.get("/traces.json")).json()) as {
      traces: { traceId: string }[];
    };
    return traces.length > 0 ? chance.pick(traces).traceId : undefined;
  };
  const below = (
    what: (project: TestProject) => Promise<string | undefined>,
    path: (id: string) => string,
  ): PathOf => {
    return async (project) => {
      const id = await what(project);
      return id === undefined ? undefined : `/${project.slug}/${path(id)}`;
    };
  };
  return {
    "issue list": async ({ slug }) => `/${slug}/issues?query=`,
    "issue list, data": async ({ slug }) => `/${slug}/issues.data?query=`,
    "issue search": async ({ slug }) => `/${slug}/issues?query=plan%3Apro+-timeout`,
    issue: below(anIssue, (id) => `issues/${id}`),
    event: below(anIssue, (id) => `issues/${id}/events/latest`),
    "event, data": below(anIssue, (id) => `issues/${id}/events/latest.data`),
    traces: async ({ slug }) => `/${slug}/traces`,
    trace: below(aTrace, (id) => `traces/${id}`),
    routes: async ({ slug }) => `/${slug}/routes`,
    "routes, data": async ({ slug }) => `/${slug}/routes.data`,
    feedback: async ({ slug }) => `/${slug}/feedback`,
    releases: async ({ slug }) => `/${slug}/releases`,
  };
}

/** URLs of latest objects redirect once; any other status than 200 is the page's fault. */
async function readOne(visitor: Visitor, path: string): Promise<void> {
  const first = await visitor.get(path);
  const page = first.location ? await visitor.get(first.location) : first;
  if (page.status !== 200 && page.status !== 202)
    throw new Error(`${path} answered ${page.status}: ${page.text.slice(0, 300)}`);
}

async function act(visitor: Visitor, project: TestProject, chance: Chance): Promise<void> {
  const [issue] = await project.issues();
  if (!issue) return;
  const intent = chance.pick(["resolve", "unresolve", "archive"]);
  const { status } = await visitor.post(`/${project.slug}/issues/${issue.shortId}`, { intent });
  if (status >= 500) throw new Error(`${intent} was answered ${status}.`);
}
