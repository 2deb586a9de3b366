import { expect, test } from "vitest";
import { matchCall } from "./call.ts";
import { apiCalls } from "./routes.ts";

const releases = "/api/0/organizations/spoor/releases";
const params = (method: string, path: string) => {
  const matched = matchCall(apiCalls, method, path);
  return matched && { path: matched.call.path.replace(/^.*:org/, ""), ...matched.params };
};

test.each([
  ["GET", `${releases}/web@1.2.3/`, { path: "/releases/:version/", version: "web@1.2.3" }],
  ["PUT", `${releases}/web%401.2.3`, { path: "/releases/:version/", version: "web@1.2.3" }],
  ["GET", `${releases}/shop%2Fweb@1/`, { path: "/releases/:version/", version: "shop/web@1" }],
  [
    "GET",
    `${releases}/shop/web@1/deploys/`,
    { path: "/releases/:version/deploys/", version: "shop/web@1" },
  ],
  ["POST", `${releases}/a%25b/deploys/`, { path: "/releases/:version/deploys/", version: "a%b" }],
  [
    "GET",
    `${releases}/x/previous-with-commits/`,
    { path: "/releases/:version/previous-with-commits/", version: "x" },
  ],
  ["POST", `${releases}/`, { path: "/releases/" }],
  ["POST", "/api/0/projects/spoor/web/releases/", { path: "/:project/releases/", project: "web" }],
])("%s %s", (method, path, expected) => {
  expect(params(method, path)).toMatchObject({ ...expected, org: "spoor" });
});

test.each([
  ["DELETE", `${releases}/x/`],
  ["GET", "/api/0/teams/"],
  ["GET", `${releases}/%E0%A4%A/`],
])("%s %s is not an API call", (method, path) => expect(params(method, path)).toBeUndefined());
