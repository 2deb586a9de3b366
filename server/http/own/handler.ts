import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { Intake } from "#server/digest/intake/intake.ts";
import { addressBlock } from "#server/domain/people/address-block.ts";
import { hintHeadersIn } from "#server/domain/user-agent/client-hints.ts";
import type { Problem } from "#server/domain/problem.ts";
import { sendProblem } from "#server/http/problem.ts";
import { refuseMethod } from "#server/http/allow.ts";
import { readBody } from "#server/http/read-body.ts";
import type { PatternOf } from "#server/http/route-pattern.ts";
import { isFromOwnPage } from "#server/http/same-site.ts";
import { viewerOf } from "#server/http/viewer.ts";
import type { Services } from "#server/services.ts";
import { createBudget } from "./budget.ts";
import type { KnownNames } from "./known-names.ts";
import { ownReport } from "./own-report.ts";
import { ownSignal } from "./own-signal.ts";

/** Path for telemetry of Spoor's own pages, below the base path. */
export const ownTelemetryPath = "/api/internal";
export const ownReportsPath = `${ownTelemetryPath}/reports`;

type OwnDeps = {
  services: Pick<Services, "commands" | "now">;
  intake: Intake;
  publicUrl?: string;
  /** The internal project and its key, which no page prints. */
  own: { key: string; projectId: number };
  patternOf: PatternOf;
  names: KnownNames | undefined;
};

/** The browser half sends at most 55 kB at once. */
const longestBody = 64 * 1024;
const mib = 1024 * 1024;

/** Anyone can call this without a browser, so visitors without a session share a small budget. */
const visitors = {
  perAddress: { burst: 60, perSecond: 1 },
  inAll: { burst: 300, perSecond: 5 },
  bytesPerDay: 64 * mib,
};
const members = {
  perAddress: { burst: 300, perSecond: 10 },
  inAll: { burst: 1_200, perSecond: 40 },
  bytesPerDay: 512 * mib,
};

/**
 * Accepts telemetry of Spoor's own pages: spans, web vitals, and security policy reports. Rejects
 * requests of other origins and of clients that send none. Accepted data is rebuilt from the fields
 * that the browser half is known to record.
 */
export function ownHandler(deps: OwnDeps): RequestHandler {
  const budgets = { visitors: createBudget(visitors), members: createBudget(members) };
  const publicHost = deps.publicUrl === undefined ? undefined : new URL(deps.publicUrl).host;
  return async (request, response, next) => {
    const target = targets[request.path];
    if (target === undefined) return next();
    if (request.method !== "POST") return refuseMethod(request, response, "POST");
    if (!isFromOwnPage(request, publicHost)) return sendProblem(response, elsewhere);
    const body = await readBody(request, longestBody);
    if (body === "aborted") return;
    if (body === "too-large") return sendProblem(response, tooLarge);
    const budget =
      budgets[(await viewerOf(request, deps.services.commands)) ? "members" : "visitors"];
    if (!budget.take(addressBlock(request.ip ?? ""), body.byteLength, deps.services.now()))
      return sendProblem(response, limited);
    const kept = target.read(parse(body), deps);
    if (kept === undefined) return sendProblem(response, malformed);
    const reply = await deps.intake.receive(requestOf(request, target, JSON.stringify(kept), deps));
    response.status(reply.status).set(reply.headers).end(reply.body);
  };
}

type Target = {
  url: (projectId: number) => string;
  contentType: string;
  read: (sent: unknown, parts: OwnDeps) => object | undefined;
};

const targets: { [path: string]: Target | undefined } = {
  [`${ownTelemetryPath}/v1/traces`]: {
    url: () => "/v1/traces",
    contentType: "application/json",
    read: (sent, { names }) => ownSignal("traces", sent, names),
  },
  [`${ownTelemetryPath}/v1/logs`]: {
    url: () => "/v1/logs",
    contentType: "application/json",
    read: (sent, { names }) => ownSignal("logs", sent, names),
  },
  [ownReportsPath]: {
    url: (projectId) => `/api/${projectId}/security/`,
    contentType: "application/csp-report",
    read: (sent, { patternOf }) => ownReport(sent, patternOf),
  },
};

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString()) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Of the browser's headers, only its user agent is forwarded: `Referer` contains the page's
 * address.
 */
function requestOf(
  request: Request,
  { url, contentType }: Target,
  json: string,
  { own, services }: OwnDeps,
) {
  const userAgent = request.get("user-agent");
  return {
    method: "POST",
    url: `${url(own.projectId)}?sentry_key=${own.key}`,
    headers: {
      "content-type": contentType,
      ...(userAgent !== undefined && { "user-agent": userAgent }),
      ...hintHeadersIn(request.headers as { [name: string]: string }),
    },
    body: new TextEncoder().encode(json),
    receivedAt: services.now(),
    remoteAddress: request.ip ?? "",
    freshId: randomUUID().replaceAll("-", ""),
  };
}

const elsewhere: Problem = {
  problem: "forbidden",
  detail:
    "Only pages of this instance can send data here. Use the DSN or the OTLP endpoint of a project.",
};
const tooLarge: Problem = {
  problem: "too-large",
  detail: `A request can be at most ${longestBody / 1024} KiB.`,
};
const limited: Problem = {
  problem: "limited",
  detail: "Too much telemetry from this IP address.",
  retryAfterS: 60,
};
const malformed: Problem = {
  problem: "malformed",
  detail: "The request is not valid telemetry of a page of this instance.",
};
