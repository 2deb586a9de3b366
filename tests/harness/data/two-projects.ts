import type { ProjectId } from "#server/domain/ids.ts";
import { fillProject, type Named, oneMoreSpan } from "./filled-project.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

/**
 * An instance with two projects, of which most users know one, and an object for every path
 * parameter in each.
 */
export type TwoProjects = {
  spoor: Spoor;
  people: People;
  alpha: TestProject;
  beta: TestProject;
  own: Named;
  foreign: Named;
  read(path: string, headers: Headers): Promise<Response>;
  /** `form` as sent: `intent=resolve&issue=7`. */
  post(path: string, headers: Headers, form?: string, method?: string): Promise<Response>;
  close(): Promise<void>;
};

export type Headers = Record<string, string>;

export async function startTwoProjects(environment: Record<string, string>): Promise<TwoProjects> {
  const spoor = await startSpoor({ environment });
  await makeOwner(spoor);
  const [alpha, beta] = [await makeProject(spoor, "alpha"), await makeProject(spoor, "beta")];
  const own = await fillProject(spoor, alpha);
  const foreign = await fillProject(spoor, beta, oneMoreSpan);
  const people = await makePeople(spoor, alpha.id as ProjectId, beta.id as ProjectId);
  return {
    spoor,
    people,
    alpha,
    beta,
    own,
    foreign,
    read: (path, headers) => fetch(spoor.url + path, { headers, redirect: "manual" }),
    post: (path, headers, form = "", method = "POST") =>
      fetch(spoor.url + path, {
        method,
        headers,
        redirect: "manual",
        body: new URLSearchParams(form),
      }),
    async close() {
      await people.close();
      await spoor.remove();
    },
  };
}
