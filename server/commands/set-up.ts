import type { Client } from "#server/domain/people/client.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { NewSession, SetUp } from "#server/access-services.ts";
import type { Store } from "#server/storage/store.ts";
import type { AccessParts } from "./access.ts";
import { newUser } from "./people.ts";
import { makeProject } from "./projects.ts";
import { hashSecret, makeSecret } from "./secrets.ts";
import { openSession, sourceOf } from "./sessions.ts";

/** The first run (SPEC section 2, `/setup`): who holds the token that the server printed becomes the owner. */
const settingName = "set-up token";

/** A token to print while there is no user at all; undefined afterwards. Each start makes a new one. */
export async function offerSetUp(store: Store): Promise<string | undefined> {
  if (await store.people.any()) return undefined;
  const token = makeSecret();
  await store.settings.set(settingName, hashSecret(token));
  return token;
}

export async function maySetUp(store: Store, token: string): Promise<boolean> {
  const expected = await store.settings.get(settingName);
  return expected !== undefined && expected === hashSecret(token) && !(await store.people.any());
}

/** "forbidden" for a wrong or used token; otherwise what `makeUser` and `makeProject` answer. */
export async function setUp(
  parts: AccessParts,
  form: SetUp,
  client: Client,
): Promise<{ session: NewSession; project: Project } | Problem> {
  const { store, now } = parts;
  if (!(await maySetUp(store, form.token))) return usedUp;
  const source = await sourceOf(parts, client, undefined);
  const owner = await parts.hashing(source, () => newUser({ ...form, role: "owner" }, now()));
  if (isProblem(owner)) return owner;
  const project = await makeProject(parts, { name: form.projectName, slug: form.projectSlug, platform: form.platform });
  if (isProblem(project)) return project;
  const user = await store.people.createFirst(owner);
  if (user === "exists") return usedUp;
  await store.settings.remove(settingName);
  return { session: await openSession(parts, user, client), project };
}

const usedUp: Problem = {
  problem: "forbidden",
  detail: "This set-up link is not valid any more. The server prints a new one at each start until there is an owner.",
};
