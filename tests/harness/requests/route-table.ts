import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A built page or resource, from React Router's own table rather than ours. */
export type PageRoute = {
  id: string;
  /** `/:project/issues/:issue`; an index has its parent's path. */
  path: string;
  isIndex: boolean;
  /** A layout without its own content is not a page. */
  isPage: boolean;
  hasAction: boolean;
  /** The routes around it from the root, including itself. */
  branch: string[];
};

type Built = { id: string; parentId?: string; path?: string; index?: boolean; hasAction: boolean };

const server = fileURLToPath(new URL("../../../build/server/index.js", import.meta.url));

/** Read in a separate process: the bundle is for Node, not for the test runner. */
export async function readRouteTable(): Promise<PageRoute[]> {
  const program = `import { routes } from ${JSON.stringify(server)};
    const all = Object.values(routes).map(({ id, parentId, path, index, module }) =>
      ({ id, parentId, path, index, hasAction: module.action !== undefined }));
    process.stdout.write(JSON.stringify(all));`;
  const words = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 1e7 });
  const built = JSON.parse(stdout) as Built[];
  return built.map((route) => pageRoute(route, built));
}

function pageRoute(route: Built, built: Built[]): PageRoute {
  const branch = branchOf(route, built);
  const path = `/${branch.flatMap((each) => each.path || []).join("/")}`;
  const isIndex = route.index === true;
  const isPage =
    isIndex ||
    (Boolean(route.path) && !built.some((each) => each.parentId === route.id && each.index));
  return {
    id: route.id,
    path,
    isIndex,
    isPage,
    hasAction: route.hasAction,
    branch: branch.map(({ id }) => id),
  };
}

function branchOf(route: Built, built: Built[]): Built[] {
  const parent = built.find(({ id }) => id === route.parentId);
  return parent ? [...branchOf(parent, built), route] : [route];
}
