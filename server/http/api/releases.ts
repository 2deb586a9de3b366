import { isObject } from "#server/domain/json.ts";
import { missingScope } from "#server/domain/people/permission.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { newestFirst } from "#server/domain/release/latest.ts";
import { textField } from "#server/domain/text-field.ts";
import { isoTime } from "#server/http/iso-time.ts";
import type {
  Commit,
  Deploy,
  Release,
  ReleaseFacts,
} from "#server/storage/releases/release-store.ts";
import { notAllowed, projectNamed, projectsNamed, projectsOf } from "./asked-projects.ts";
import { answer, type ApiAnswer, type AskedOfApi } from "./call.ts";
import { timeOf } from "./fields.ts";

/** A release of one or more projects in Sentry's format. */
function releaseJson(release: Release, projects: Project[]): object {
  const { version, firstSeen, releasedAt, url, ref } = release;
  return {
    version,
    shortVersion: version.replace(/^.*@/, ""),
    dateCreated: isoTime(firstSeen),
    dateReleased: isoTime(releasedAt),
    dateStarted: isoTime(release.startedAt),
    url: url ?? null,
    ref: ref ?? null,
    newGroups: 0,
    projects: projects.map(({ slug, name }) => ({ slug, name })),
  };
}

const versionPattern = /^(?!\.{1,2}$)[^\p{Cc}]{1,200}$/u;
const badVersion: Problem = {
  problem: "malformed",
  detail: "A release version must have 1 to 200 characters on one line, and must not be . or ..",
};

/** 201 if it is new to any of the projects, 208 if all have it. */
export async function makeRelease(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  const projects = await projectsAsked(asked);
  if (isProblem(projects)) return projects;
  const { version } = asked.body;
  if (typeof version !== "string" || !versionPattern.test(version)) return badVersion;
  const made = await put(asked, projects, version);
  await putCommits(asked, projects, version);
  return answer(releaseJson(made.release, projects), made.isNew ? 201 : 208);
}

/** Updates the given dates, ref, URL, and commits. Creates the release if it doesn't exist. */
export async function changeRelease(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  const version = asked.params.version!;
  if (!versionPattern.test(version)) return badVersion;
  const projects = await projectsAsked(asked, version);
  if (isProblem(projects)) return projects;
  const { release } = await put(asked, projects, version);
  await putCommits(asked, projects, version);
  return answer(releaseJson(release, projects));
}

export async function readRelease(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  const found = await knowing(asked, asked.params.version!);
  if (found.length === 0) return noRelease(asked);
  return answer(
    releaseJson(
      found[0]!.release,
      found.map(({ project }) => project),
    ),
  );
}

/** In the order of `release:latest`, like pages; `?sort=date`: most recently created first. */
export async function listReleases(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  const { project: named } = asked.params;
  const projects =
    named === undefined ? await projectsOf(asked) : await projectsNamed(asked, [named]);
  if (isProblem(projects)) return projects;
  const lists = await Promise.all(
    projects.map(async (project) => {
      const { rows } = await asked.services.store.releases.list({
        projectId: project.id,
        limit: 100,
      });
      return rows.map((release) => ({ release, project }));
    }),
  );
  const byDate = lists.flat().toSorted((a, b) => b.release.firstSeen - a.release.firstSeen);
  const isByDate = asked.search.get("sort") === "date";
  const sorted = isByDate ? byDate : newestFirst(byDate, ({ release }) => release.version);
  return answer(sorted.map(({ release, project }) => releaseJson(release, [project])));
}

export async function addDeploy(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  const { services, body, params } = asked;
  const found = await knowing(asked, params.version!);
  if (found.length === 0) return noRelease(asked);
  const { environment } = textField("environment", body.environment, 64);
  if (environment === undefined)
    return { problem: "malformed", detail: "A deploy requires an environment." };
  const deploy = {
    environment,
    ...textField("name", body.name),
    ...textField("url", body.url, 500),
    ...timeOf("startedAt", body.dateStarted),
    finishedAt: timeOf("finishedAt", body.dateFinished).finishedAt ?? services.now(),
  };
  const [made] = await Promise.all(
    found.map(({ project }) =>
      services.store.releases.addDeploy(project.id, params.version!, deploy),
    ),
  );
  return answer(deployJson(made!), 201);
}

export async function listDeploys(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  const version = asked.params.version!;
  const found = await knowing(asked, version);
  if (found.length === 0) return noRelease(asked);
  return answer(
    (await asked.services.store.releases.deploys(found[0]!.project.id, version)).map(deployJson),
  );
}

const deployJson = ({ id, environment, name, url, startedAt, finishedAt }: Deploy) => ({
  id: String(id),
  environment,
  name: name ?? null,
  url: url ?? null,
  dateStarted: isoTime(startedAt),
  dateFinished: isoTime(finishedAt),
});

async function put({ services, body }: AskedOfApi, projects: Project[], version: string) {
  const [ref] = Array.isArray(body.refs) ? (body.refs as unknown[]) : [];
  const facts: Partial<ReleaseFacts> = {
    ...timeOf("releasedAt", body.dateReleased),
    ...timeOf("startedAt", body.dateStarted),
    ...textField("url", body.url, 500),
    ...textField("ref", isObject(ref) ? ref.commit : body.ref),
  };
  const puts = projects.map(({ id }) =>
    services.store.releases.put({ projectId: id, version, ...facts }, services.now()),
  );
  const made = await Promise.all(puts);
  return { release: made[0]!.release, isNew: made.some((each) => each.made) };
}

/** If the body contains commits. An empty list removes existing ones. */
async function putCommits(
  { services, body }: AskedOfApi,
  projects: Project[],
  version: string,
): Promise<void> {
  const commits = commitsOf(body.commits);
  if (commits)
    for (const { id } of projects) await services.store.releases.setCommits(id, version, commits);
}

/** The path's projects, the body's, or, for a known release, all projects that have it. */
async function projectsAsked(asked: AskedOfApi, version?: string): Promise<Project[] | Problem> {
  if (asked.params.project !== undefined) {
    const project = await projectNamed(asked, asked.params.project);
    return isProblem(project) ? project : [project];
  }
  if (asked.body.projects !== undefined || version === undefined)
    return projectsNamed(asked, asked.body.projects);
  const found = await knowing(asked, version);
  if (found.length > 0) return found.map(({ project }) => project);
  return (await projectsOf(asked)).length === 0 ? notAllowed(asked) : noRelease(asked);
}

/** In the path's project, if given. */
async function knowing(
  asked: AskedOfApi,
  version: string,
): Promise<{ project: Project; release: Release }[]> {
  const projects = (await projectsOf(asked)).filter(
    ({ slug }) => asked.params.project === undefined || slug === asked.params.project,
  );
  const found = await Promise.all(
    projects.map(async (project) => {
      const release = await asked.services.store.releases.find(project.id, version);
      return release ? [{ project, release }] : [];
    }),
  );
  return found.flat();
}

function noRelease(asked: AskedOfApi): Problem {
  if (missingScope(asked.viewer, asked.act) !== undefined) return notAllowed(asked);
  const version = asked.params.version!.slice(0, 200);
  return { problem: "not-found", detail: `Release “${version}” not found in your projects.` };
}

const commitsMax = 2_000;

/** Undefined if absent. */
function commitsOf(value: unknown): Commit[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, commitsMax).flatMap((each: unknown): Commit[] => {
    if (!isObject(each) || typeof each.id !== "string") return [];
    const patches = Array.isArray(each.patch_set) ? (each.patch_set as unknown[]) : [];
    return [
      {
        id: each.id.slice(0, 64),
        message: textField("message", each.message, 2_000).message ?? "",
        files: patches
          .slice(0, 1_000)
          .flatMap((patch) =>
            isObject(patch) ? (textField("path", patch.path, 500).path ?? []) : [],
          ),
        ...textField("author", each.author_name),
        ...textField("authorEmail", each.author_email),
        ...textField("repository", each.repository),
        ...timeOf("at", each.timestamp),
      },
    ];
  });
}
