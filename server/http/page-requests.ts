import type { Request, RequestHandler } from "express";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { Problem } from "#server/domain/problem.ts";
import { refuseMethod } from "./allow.ts";
import { sendRefusal } from "./failure.ts";

const formTypes = "application/x-www-form-urlencoded or multipart/form-data";

/**
 * Accepted page requests: GET, HEAD, and form POSTs to routes with an action. React Router would
 * run an action for any method and body, and the action would fail while reading its form.
 */
export function pageRequests(build: ServerBuild | undefined, basePath: string): RequestHandler {
  const takesPost = build === undefined ? () => true : postFinder(build.routes, basePath);
  return (request, response, next) => {
    const { method } = request;
    if (method === "GET" || method === "HEAD") return next();
    const path = pathOf(request);
    if (method !== "POST" || !takesPost(path))
      return refuseMethod(request, response, takesPost(path) ? "GET, HEAD, POST" : "GET, HEAD");
    const problem = bodyProblem(request);
    if (problem) return sendRefusal(request, response, problem);
    next();
  };
}

/**
 * Undefined for a body that is readable as a form. A POST without a body is a form without fields.
 */
function bodyProblem(request: Request): Problem | undefined {
  const { headers } = request;
  const type = headers["content-type"];
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    return unsupported(`content encoding ${quoted(encoding)}`, "identity");
  if (type === undefined && isEmpty(request)) {
    headers["content-type"] = "application/x-www-form-urlencoded";
    return undefined;
  }
  const [name = "", ...parameters] = (type ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  if (name === "application/x-www-form-urlencoded") return undefined;
  if (type === undefined)
    return { problem: "unsupported", detail: `The body has no content type. Use ${formTypes}.` };
  if (name !== "multipart/form-data") return unsupported(`content type ${quoted(type)}`, formTypes);
  if (parameters.some((each) => /^boundary=./.test(each))) return undefined;
  return { problem: "malformed", detail: "The content type multipart/form-data has no boundary." };
}

const isEmpty = ({ headers }: Request) =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;

const quoted = (text: string) => `“${text.slice(0, 60)}”`;

function unsupported(sent: string, taken: string): Problem {
  return { problem: "unsupported", detail: `The ${sent} is not supported. Use ${taken}.` };
}

/** The page's path, also for data requests. */
const pathOf = ({ originalUrl }: Request) =>
  originalUrl
    .split("?", 1)[0]!
    .replace(/\/_(?:root)?\.data$/, "/")
    .replace(/\.data$/, "");

function postFinder(routes: ServerBuild["routes"], basePath: string): (path: string) => boolean {
  const tree = childrenOf(undefined, routes);
  return (path) => {
    const matched = matchRoutes(tree, path, basePath || "/") ?? [];
    const end = matched.at(-1)?.route;
    // A POST to an index route goes to its parent route unless the address ends with `?index`.
    const takers = end?.index ? matched.slice(-2) : matched.slice(-1);
    return takers.some(({ route }) => routes[route.id!]?.module.action !== undefined);
  };
}

function childrenOf(parentId: string | undefined, routes: ServerBuild["routes"]): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => (route.parentId ?? undefined) === parentId)
    .map(({ id, path, index, caseSensitive }) => {
      const common = {
        id,
        ...(path !== undefined && { path }),
        ...(caseSensitive !== undefined && { caseSensitive }),
      };
      return index ? { ...common, index } : { ...common, children: childrenOf(id, routes) };
    });
}
