import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { narrowedRoutes } from "./narrowed-routes.ts";

type Routes = ServerBuild["routes"];

const routes = manifestOf({
  root: { path: "" },
  home: { parentId: "root", index: true },
  login: { parentId: "root", path: "login" },
  settings: { parentId: "root", path: "settings" },
  mail: { parentId: "settings", path: "mail" },
  shared: { parentId: "root", path: "s/:share" },
  project: { parentId: "root", path: ":project" },
  overview: { parentId: "project", index: true },
  issues: { parentId: "project", path: "issues" },
  issue: { parentId: "project", path: "issues/:issue" },
  event: { parentId: "issue", path: "events/:event" },
  traces: { parentId: "project", path: "traces" },
  trace: { parentId: "project", path: "traces/:trace?" },
  releases: { parentId: "project", path: "releases/*" },
  anything: { parentId: "project", path: ":page/about" },
  named: { parentId: "root", path: ":language?/words" },
  rest: { parentId: "root", path: "*" },
});
const forPath = narrowedRoutes(routes, "/base");

test.each([
  "/",
  "/login",
  "/settings",
  "/settings/mail",
  "/settings/other",
  "/words.data",
  "/s/abc",
  "/s",
  "/_root.data",
  "/login.data",

  "/shop",
  "/shop/",
  "/shop.data",
  "/shop/_.data",
  "/shop/issues",
  "/Shop/Issues/",
  "/shop/issues.data",
  "/shop//issues",

  "/shop/issues/7",
  "/shop/issues/7/events/1.data",
  "/shop/%69ssues",
  "/shop/traces",
  "/shop/traces/1",
  "/shop/traces/1/2",

  "/shop/releases/a/b/c",
  "/shop/issues/about",
  "/shop/other/about",
  "/shop/nothing/here",
  "/words",
  "/en/words",
  "/shop/mail",
  "/%73ettings/mail",
])("narrowed matching of %s equals matching all routes", (path) => {
  const asked = pathOf(path);
  expect(answering(forPath(`/base${path}`), asked)).toEqual(answering(routes, asked));
});

test("narrowed routes exclude other names and are cached by name", () => {
  const ofIssues = forPath("/base/shop/issues/7");
  const others = ["login", "settings", "mail", "shared", "traces", "trace", "releases"];
  expect(Object.keys(ofIssues)).toEqual(Object.keys(routes).filter((id) => !others.includes(id)));
  expect(forPath("/base/other/issues.data")).toBe(ofIssues);
  expect(forPath("/base/shop/nothing")).toBe(forPath("/base/shop"));
  expect(forPath("/elsewhere/shop/issues")).toBe(routes);
});

function manifestOf(parts: {
  [id: string]: { parentId?: string; path?: string; index?: boolean };
}): Routes {
  const entries = Object.entries(parts).map(([id, part]) => [id, { id, module: {}, ...part }]);
  return Object.fromEntries(entries) as Routes;
}

/** The path of a data request as the router sees it. */
function pathOf(path: string): string {
  if (path === "/_root.data") return "/";
  return path.replace(/\/_\.data$/, "/").replace(/\.data$/, "");
}

const answering = (all: Routes, path: string) =>
  matchRoutes(treeOf(all), path)?.map(({ route, params }) => [route.id, params]);

function treeOf(all: Routes, parentId?: string): RouteObject[] {
  const mine = Object.values(all).filter((route) => route?.parentId === parentId);
  return mine.map((route) => {
    const { id, path, index } = route!;
    return index
      ? { id, index: true }
      : { id, ...(path !== undefined && { path }), children: treeOf(all, id) };
  });
}
