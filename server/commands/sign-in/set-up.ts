import type { Client } from "#server/domain/people/client.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { AccessDeps } from "./access.ts";
import { newUser } from "#server/commands/people/people.ts";
import { makeProject } from "#server/commands/projects.ts";
import { makeSecret } from "./secrets.ts";
import { openSession, sourceOf, type NewSession } from "./sessions.ts";
import { refuseToken } from "./throttle.ts";

type SetUp = {
  token: string;
  email: string;
  name: string;
  password: string;
  projectName: string;
  projectSlug: string;
  platform: string;
};

/** First run (`/setup`): the person with the printed token becomes the owner. */
const settingName = "set-up token";

type Deps = Pick<AccessDeps, "store" | "seal">;

/**
 * A token to print while there are no users; undefined afterwards. Each process on a shared
 * database prints its own, and all are accepted by every process: the sealed value is stored once,
 * and all end with it.
 */
export async function offerSetUp({ store, seal }: Deps): Promise<string | undefined> {
  if (await store.people.any()) return undefined;
  return seal.close(purposeOf(await store.settings.keep(settingName, makeSecret())), "");
}

/** Whether this setup token is currently valid. */
export async function maySetUp({ store, seal }: Deps, token: string): Promise<boolean> {
  const kept = await store.settings.get(settingName);
  return (
    kept !== undefined && seal.open(purposeOf(kept), token) === "" && !(await store.people.any())
  );
}

const purposeOf = (kept: string) => `set-up ${kept}`;

/**
 * "forbidden" for a wrong or used token. Otherwise, returns the results of `makeUser` and
 * `makeProject`. Creates the owner, the first project, and a session.
 */
export async function setUp(
  deps: AccessDeps,
  form: SetUp,
  client: Client,
): Promise<{ session: NewSession; project: Project } | Problem> {
  const { store, now } = deps;
  if (!(await maySetUp(deps, form.token))) {
    const refused = await refuseToken(deps, client);
    return refused.problem === "limited" ? refused : usedUp;
  }
  const source = await sourceOf(deps, client, undefined);
  const owner = await deps.hashing(source, () => newUser({ ...form, role: "owner" }, now()));
  if (isProblem(owner)) return owner;
  const project = await makeProject(deps, {
    name: form.projectName,
    slug: form.projectSlug,
    platform: form.platform,
  });
  if (isProblem(project)) return project;
  const user = await store.people.createFirst(owner);
  if (user === "exists") return usedUp;
  await store.settings.remove(settingName);
  return { session: await openSession(deps, user, client), project };
}

const usedUp: Problem = {
  problem: "forbidden",
  detail:
    "This setup link is invalid or has expired. The server prints a new one at each start until there is an owner.",
};
