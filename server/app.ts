import { originOf } from "#server/http/origin-of.ts";
import express, { type Express, type Request, type RequestHandler } from "express";
import { RouterContextProvider, type ServerBuild } from "react-router";
import * as productionBuild from "virtual:react-router/server-build";
import {
  pageContext,
  type RequestFacts,
  requestContext,
  servicesContext,
  viewerContext,
} from "#app/context.ts";
import { chosenBy } from "#app/chosen.ts";
import { withAuthorization } from "#app/authorize.ts";
import type { Intake } from "#server/digest/intake/intake.ts";
import { refuseMethod } from "#server/http/allow.ts";
import { atBasePath, manifestAtBasePath, slashAfterBasePath } from "#server/http/base-path.ts";
import { apiHandler } from "#server/http/api/routes.ts";
import { dataRouter } from "#server/http/data/routes.ts";
import { compress } from "#server/http/compress.ts";
import { failure } from "#server/http/failure.ts";
import { type Health, healthRoutes } from "#server/http/health.ts";
import { ingestHandler } from "#server/http/ingest-handler.ts";
import { liveHandler } from "#server/http/live/handler.ts";
import { arrivalOf, mailUrlOf } from "#server/http/mail-url.ts";
import { mcpHandler } from "#server/http/mcp/handler.ts";
import { openApiHandler } from "#server/http/openapi/handler.ts";
import { ownHandler, ownReportsPath, ownTelemetryPath } from "#server/http/own/handler.ts";
import { type KnownNames, knownNames } from "#server/http/own/known-names.ts";
import { type RequestLatency, timed } from "#server/http/metrics/latency.ts";
import { packagesHandler } from "#server/http/packages-handler.ts";
import { pageRequests } from "#server/http/page-requests.ts";
import { reactRouter } from "#server/http/react-router.ts";
import { decodablePath, settledTarget } from "#server/http/request-target.ts";
import { settleBody } from "#server/http/settle-body.ts";
import { refuseCrossSite } from "#server/http/same-site.ts";
import { type PatternOf, routePatterns } from "#server/http/route-pattern.ts";
import { keepPrivate, securityHeaders } from "#server/http/security.ts";
import { cookieOf, viewerOf } from "#server/http/viewer.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Services } from "#server/services.ts";
import { createHttpSpan, currentTraceId } from "#server/telemetry/http-span.ts";
import { hostedRoutes } from "#server/start/hosted.ts";

// Entry exports that react-router-serve and other hosts of a React Router build look for.
export * from "virtual:react-router/server-build";

/**
 * Outside `createApp`, pages start a server, authorize requests themselves, and reject cross-site
 * requests.
 */
export const routes = hostedRoutes(productionBuild);
export const allowedActionOrigins = ["**"];

// Exports for mounting Spoor in another Express application (app/README.md).
export { readConfig } from "#server/config.ts";
export { startSpoor } from "#server/main.ts";

export type AppDeps = {
  services: Services;
  intake: Intake;
  log: Log;
  health: Health;
  latency: RequestLatency;
  /** Aborted when the process is asked to exit, which ends live streams. */
  ending?: AbortSignal;
  /** Mount path in another Express application: `/spoor`. Empty at the root. */
  basePath?: string;
  /** Origin and base path; undefined: taken from each request. */
  publicUrl?: string;
  trustProxy?: string | number;
  /**
   * The internal project for the browser half of our tracing; absent: disabled. No page prints the
   * key.
   */
  own?: { key: string; projectId: number };
  /** Maximum form size in bytes; default: 256 KiB. */
  formBytes?: number;
  /** Maximum JSON size of an API call in bytes; default: 4 MiB. */
  apiBytes?: number;
  /** Folder of the browser's files; undefined in development, where the bundler serves them. */
  clientFolder?: string;
  /** Serves slow pages from another thread (`http/heavy-pages.ts`). */
  heavyPages?: RequestHandler;
  /** React Router's build; in development, a new one for each request. */
  build?: ServerBuild | (() => Promise<ServerBuild>);
};

/**
 * Spoor as an Express application, to listen itself or to be mounted in another:
 * `host.use("/spoor", createApp({ …parts, basePath: "/spoor" }))`. The code is in the order in
 * which a request passes the handlers.
 */
export function createApp(deps: AppDeps): Express {
  const { services, basePath = "", clientFolder, build = productionBuild } = deps;
  const patternOf = patternsOf(build);
  const app = express();
  app.disable("x-powered-by");
  if (deps.trustProxy !== undefined) app.set("trust proxy", deps.trustProxy);
  app.use(settledTarget);
  app.use((request, response, next) => (settleBody(request, response), next()));
  app.use(ingestHandler({ intake: deps.intake, now: services.now, latency: deps.latency }));
  app.use(timed(deps.latency));
  app.use(securityHeaders({ development: clientFolder === undefined, ...reportsOf(deps) }));
  app.use(decodablePath);
  app.use(healthRoutes(deps.health, services.commands));
  app.use(slashAfterBasePath(basePath));
  app.use(refuseCrossSite(deps.publicUrl));
  if (deps.own) app.use(ownHandler({ ...deps, own: deps.own, patternOf, names: namesOf(build) }));
  app.use(compress);
  if (clientFolder !== undefined) app.use(assets(clientFolder, basePath));
  app.use(packagesHandler(services.packages, basePath));
  app.use(keepPrivate);
  app.use(liveHandler(deps));
  app.use(createHttpSpan({ paths: "route" }));
  if (deps.heavyPages) app.use(deps.heavyPages);
  app.use(openApiHandler(deps));
  app.use(apiHandler(deps));
  app.use(mcpHandler(deps));
  app.use(dataRouter(deps));
  app.use(pageRequests(typeof build === "function" ? undefined : build, basePath));
  app.use(pages(deps));
  app.use(failure(deps.log, patternOf));
  return app;
}

/** In development, the routes change with each request. */
function patternsOf(build: NonNullable<AppDeps["build"]>): PatternOf {
  return typeof build === "function" ? () => undefined : routePatterns(build.routes);
}

function namesOf(build: NonNullable<AppDeps["build"]>): KnownNames | undefined {
  return typeof build === "function" ? undefined : knownNames(build.routes);
}

function reportsOf({ basePath = "", own }: AppDeps): { reportsPath?: string } {
  return own === undefined ? {} : { reportsPath: basePath + ownReportsPath };
}

function assets(folder: string, basePath: string): RequestHandler {
  const router = express.Router();
  router.use(manifestAtBasePath(folder, basePath));
  router.use(
    "/assets",
    readOnly,
    express.static(`${folder}/assets`, { immutable: true, maxAge: "1y" }),
    noSuchFile,
  );
  // Only looks up paths that can be files: otherwise, each page would cost a `stat`.
  router.get(/^\/[\w-]+\.\w+$/, express.static(folder, { maxAge: "1h", index: false }));
  return router;
}

const readOnly: RequestHandler = (request, response, next) =>
  request.method === "GET" || request.method === "HEAD"
    ? next()
    : refuseMethod(request, response, "GET, HEAD");

const noSuchFile: RequestHandler = (_request, response) => {
  response
    .status(404)
    .type("text/plain")
    .send("File not found. A newer version of Spoor may have replaced it. Reload the page.");
};

function pages(deps: AppDeps): RequestHandler {
  const { build = productionBuild, basePath = "", formBytes = 256 * 1024 } = deps;
  // `refuseCrossSite` has already checked the origin and knows about proxies; React Router's own
  // check doesn't.
  const settle = (each: ServerBuild): ServerBuild => ({
    ...atBasePath(withAuthorization(each), basePath),
    allowedActionOrigins: ["**"],
  });
  return reactRouter({
    build: typeof build === "function" ? async () => settle(await build()) : settle(build),
    basePath,
    formBytes,
    contextOf: async (request, response, page) => {
      const context = new RouterContextProvider();
      context.set(pageContext, page);
      context.set(servicesContext, deps.services);
      context.set(viewerContext, await viewerOf(request, deps.services.commands));
      context.set(requestContext, factsOf(request, response.locals.nonce, deps));
      return context;
    },
  });
}

function factsOf(
  request: Request,
  nonce: string,
  { publicUrl, basePath = "", own }: AppDeps,
): RequestFacts {
  const mailUrl = mailUrlOf(arrivalOf(request), basePath, publicUrl);
  return {
    publicUrl: publicUrl ?? `${originOf(request.protocol, request.get("host"))}${basePath}`,
    ...chosenBy((name) => cookieOf(request, name)),
    address: request.ip ?? "",
    secure: request.secure,
    traceId: currentTraceId(),
    nonce,
    ...(mailUrl !== undefined && { mailUrl }),
    ...(own !== undefined && {
      browserTelemetry: {
        endpoint: basePath + ownTelemetryPath,
        serviceName: "spoor browser",
        paths: "route",
      },
    }),
  };
}
