import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A page or resource as it is built: the table that React Router matches against, not the one that we wrote. */
export type PageRoute = {
  id: string;
  /** `/:project/issues/:issue`; an index has the path of its parent. */
  path: string;
  isIndex: boolean;
  /** A layout that opens only around its children is no page of its own. */
  isPage: boolean;
  hasAction: boolean;
  /** The routes around it, from the root down, itself last. */
  branch: string[];
};

type Built = { id: string; parentId?: string; path?: string; index?: boolean; hasAction: boolean };

const server = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));

/** Read in a process of its own: the bundle is for Node, not for what runs the tests. */
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
  const isPage = isIndex || (Boolean(route.path) && !built.some((each) => each.parentId === route.id && each.index));
  return { id: route.id, path, isIndex, isPage, hasAction: route.hasAction, branch: branch.map(({ id }) => id) };
}

function branchOf(route: Built, built: Built[]): Built[] {
  const parent = built.find(({ id }) => id === route.parentId);
  return parent ? [...branchOf(parent, built), route] : [route];
}
