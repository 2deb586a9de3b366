import { expect, test } from "vitest";
import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import { createJump, type JumpDeps } from "./jump.ts";

const projects = ["cart", "shop", "blog"].map(
  (slug, index) =>
    ({ id: (index + 1) as ProjectId, slug, name: slug, prefix: slug.toUpperCase() }) as Project,
);

/** Each project has a monitor of the searched name. `msOfLook`: how long each look at a clock takes. */
function jumpIn(msOfLook: number) {
  let now = 0;
  const store = {
    projects: { list: async () => projects },
    issues: { find: async () => undefined, list: async () => ({ rows: [] }) },
    releases: { find: async () => undefined, list: async () => ({ rows: [] }) },
    monitors: {
      find: async (_: ProjectId, slug: string) => ({ monitor: { slug, name: slug } }),
      list: async () => ({ rows: [] }),
    },
    alerts: { list: async () => [] },
  } as unknown as JumpDeps["store"];
  return createJump({
    store,
    readTrace: async () => undefined,
    findTrace: async () => [],
    readRoutes: async () => ({ entries: [] }) as never,
    readIssueQuery: async () => ({ query: { states: [], levels: [], words: [] } }),
    hintIssueSearch: async () => [],
    now: () => now,
    elapsed: () => (now += msOfLook),
  });
}

const owner: Viewer = {
  user: { id: 1 as UserId, role: "owner" } as Viewer["user"],
  memberships: [],
};
const namesIn = ({ exact }: { exact: { project: { slug: string } }[] }) =>
  exact.map(({ project }) => project.slug);

test("the project from which the search started comes first", async () => {
  const jump = jumpIn(1);
  expect(namesIn(await jump(owner, "backup"))).toEqual(["cart", "shop", "blog"]);
  expect(namesIn(await jump(owner, "backup", projects[2]!.id))).toEqual(["blog", "cart", "shop"]);
});

test("on a busy server, at least this project is searched", async () => {
  const found = await jumpIn(600)(owner, "backup", projects[2]!.id);
  expect(namesIn(found)).toEqual(["blog"]);
  expect(found.cutShort).toEqual({ looked: 1, of: 3 });
});
