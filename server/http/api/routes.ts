import { originOf } from "#server/http/origin-of.ts";
import { type Request, type RequestHandler, type Response } from "express";
import { chunkLimits } from "#server/domain/artifact/chunk-limits.ts";
import { isObject } from "#server/domain/json.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { refuseMethod } from "#server/http/allow.ts";
import { apiOperations as says } from "#server/http/openapi/api-operations.ts";
import { sendProblem } from "#server/http/problem.ts";
import { readBody } from "#server/http/read-body.ts";
import { viewerOf } from "#server/http/viewer.ts";
import type { Services } from "#server/services.ts";
import { nameRequest } from "#server/telemetry/http-span.ts";
import * as about from "./about.ts";
import { otherOrganization } from "./asked-projects.ts";
import { type ApiAnswer, type ApiCall, matchCall, type MatchedCall, methodsOf } from "./call.ts";
import * as releases from "./releases.ts";
import * as uploads from "./uploads.ts";

const org = "/api/0/organizations/:org";
const project = "/api/0/projects/:org/:project";

/**
 * The calls of `sentry-cli`, bundler plugins, and release scripts. More specific paths come first.
 */
export const apiCalls: readonly ApiCall[] = [
  {
    method: "GET",
    path: "/api/0/",
    act: "release:read",
    handler: about.aboutToken,
    says: says.token,
  },
  {
    method: "GET",
    path: "/api/0/organizations/",
    act: "release:read",
    handler: about.listOrganizations,
    says: says.organizations,
  },
  {
    method: "GET",
    path: "/api/0/projects/",
    act: "release:read",
    handler: about.listProjects,
    says: says.projects,
  },
  {
    method: "GET",
    path: `${org}/`,
    act: "release:read",
    handler: about.aboutOrganization,
    says: says.organization,
  },
  {
    method: "GET",
    path: `${org}/projects/`,
    act: "release:read",
    handler: about.listProjects,
    says: says.projects,
  },
  {
    method: "GET",
    path: `${org}/repos/`,
    act: "release:read",
    handler: about.noRepositories,
    says: says.repositories,
  },
  {
    method: "GET",
    path: `${org}/chunk-upload/`,
    act: "release:write",
    handler: uploads.chunkOptions,
    says: says.chunkOptions,
  },
  {
    method: "POST",
    path: `${org}/chunk-upload/`,
    act: "release:write",
    takesFiles: true,
    handler: uploads.takeChunks,
    says: says.chunks,
  },
  {
    method: "POST",
    path: `${org}/artifactbundle/assemble/`,
    act: "release:write",
    ignoresType: true,
    handler: uploads.assembleBundle,
    says: says.assemble,
  },
  {
    method: "GET",
    path: `${org}/releases/`,
    act: "release:read",
    handler: releases.listReleases,
    says: says.listReleases,
  },
  {
    method: "POST",
    path: `${org}/releases/`,
    act: "release:write",
    handler: releases.makeRelease,
    says: says.makeRelease,
  },
  {
    method: "GET",
    path: `${org}/releases/:version/deploys/`,
    act: "release:read",
    handler: releases.listDeploys,
    says: says.deploys,
  },
  {
    method: "POST",
    path: `${org}/releases/:version/deploys/`,
    act: "release:write",
    handler: releases.addDeploy,
    says: says.addDeploy,
  },
  {
    method: "GET",
    path: `${org}/releases/:version/previous-with-commits/`,
    act: "release:read",
    handler: about.noPreviousCommits,
    says: says.previousCommits,
  },
  {
    method: "GET",
    path: `${org}/releases/:version/`,
    act: "release:read",
    handler: releases.readRelease,
    says: says.readRelease,
  },
  {
    method: "PUT",
    path: `${org}/releases/:version/`,
    act: "release:write",
    handler: releases.changeRelease,
    says: says.changeRelease,
  },
  {
    method: "GET",
    path: `${project}/releases/`,
    act: "release:read",
    handler: releases.listReleases,
    says: says.listReleases,
  },
  {
    method: "POST",
    path: `${project}/releases/`,
    act: "release:write",
    handler: releases.makeRelease,
    says: says.makeRelease,
  },
  {
    method: "GET",
    path: `${project}/releases/:version/`,
    act: "release:read",
    handler: releases.readRelease,
    says: says.readRelease,
  },
  {
    method: "PUT",
    path: `${project}/releases/:version/`,
    act: "release:write",
    handler: releases.changeRelease,
    says: says.changeRelease,
  },
];

type ApiDeps = { services: Services; basePath?: string; publicUrl?: string; apiBytes?: number };

/** Commits of a release and digests of a bundle are the longest. */
const usualBytes = 4 * 1024 * 1024;

/**
 * Authorizes every call: caller, organization, and body size. The call then checks each project.
 */
export function apiHandler({
  services,
  basePath = "",
  apiBytes = usualBytes,
}: ApiDeps): RequestHandler {
  return async (request, response, next) => {
    if (!/^\/(?:api|v1)(?:\/|$)/.test(request.path)) return next();
    response.set("Cache-Control", "private, no-store");
    const method = request.method === "HEAD" ? "GET" : request.method;
    const matched = matchCall(apiCalls, method, request.path);
    if (matched) nameRequest(request.method, matched.call.path);
    const others = matched ? [] : methodsOf(apiCalls, request.path);
    if (others.length > 0) return refuseMethod(request, response, others.join(", "));
    const outcome = matched
      ? await run(matched, request, { services, basePath, apiBytes })
      : noSuchCall(request);
    if (outcome === undefined) return;
    if (isProblem(outcome)) sendProblem(response, outcome);
    else send(response, outcome);
  };
}

const send = (response: Response, { status, json }: ApiAnswer) =>
  void response.status(status).json(json);

/** Undefined if the client disconnected. */
async function run(
  { call, params }: MatchedCall,
  request: Request,
  { services, basePath, apiBytes }: Required<Omit<ApiDeps, "publicUrl">>,
): Promise<ApiAnswer | Problem | undefined> {
  const viewer = await viewerOf(request, services.commands);
  if (!viewer)
    return {
      problem: "unauthenticated",
      detail: "Send an API token: Authorization: Bearer TOKEN.",
    };
  const elsewhere = otherOrganization(params);
  if (elsewhere) return elsewhere;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const unread = isRead || call.takesFiles || call.ignoresType ? undefined : bodyProblem(request);
  if (unread) return unread;
  const most = call.takesFiles ? chunkLimits.requestBytes : apiBytes;
  const bytes = isRead ? new Uint8Array() : await readBody(request, most);
  if (bytes === "aborted") return undefined;
  if (bytes === "too-large")
    return { problem: "too-large", detail: `The body can be at most ${most / 1024} KiB.` };
  const contentType = request.get("content-type") ?? "";
  const body = call.takesFiles ? {} : parseObject(bytes);
  if (!body) return { problem: "malformed", detail: "The body is not a JSON object." };
  return call.handler({
    services,
    viewer,
    params,
    body,
    act: call.act,
    raw: { contentType, bytes },
    search: new URL(request.url, "http://any").searchParams,
    publicUrl: `${originOf(request.protocol, request.get("host"))}${basePath}`,
    userAgent: request.get("user-agent") ?? "",
  });
}

/** Clients that send no content type send JSON. */
function bodyProblem({ headers }: Request): Problem | undefined {
  const { "content-type": type, "content-encoding": encoding = "identity" } = headers;
  if (encoding !== "identity")
    return unsupported(`content encoding “${encoding.slice(0, 60)}”`, "identity");
  if (type === undefined || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    return undefined;
  return unsupported(`content type “${type.slice(0, 60)}”`, "application/json");
}

const unsupported = (sent: string, taken: string): Problem => ({
  problem: "unsupported",
  detail: `The ${sent} is not supported. Use ${taken}.`,
});

function parseObject(bytes: Uint8Array): { [field: string]: unknown } | undefined {
  if (bytes.byteLength === 0) return {};
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

const noSuchCall = ({ method, path }: Request): Problem => ({
  problem: "not-found",
  detail: `Unknown endpoint ${method} ${path.slice(0, 200)}. This API accepts uploads, releases, and deploys.`,
});
