import { readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { type Express, type RequestHandler } from "express";
import type { ServerBuild } from "react-router";

/**
 * Makes one build work at any base path: it is built for "/", and its paths are rewritten at
 * startup. Chunks import each other relatively. Only the manifest and the server's asset list
 * contain absolute paths. The router's base ends with a slash: otherwise the browser requests the
 * home page's data at `/spoor.data`, outside what a proxy or host forwards.
 */
export function atBasePath(build: ServerBuild, basePath: string): ServerBuild {
  if (basePath === "") return build;
  const assets = JSON.parse(
    rewrite(JSON.stringify(build.assets), basePath),
  ) as ServerBuild["assets"];
  return { ...build, basename: `${basePath}/`, publicPath: `${basePath}/`, assets };
}

/**
 * Mounts the application at its base path. Load balancers and local programs request its health
 * without knowing the base path.
 */
export function mountedAt(app: Express, basePath: string): Express {
  if (basePath === "") return app;
  const root = express().disable("x-powered-by");
  root.get(["/healthz", "/readyz"], app);
  return root.use(basePath, app);
}

/** Redirects the base path to itself with a slash. */
export function slashAfterBasePath(basePath: string): RequestHandler {
  return (request, response, next) => {
    const { originalUrl } = request;
    if (basePath === "" || originalUrl.split("?", 1)[0] !== basePath) return next();
    response.redirect(308, `${basePath}/${originalUrl.slice(basePath.length)}`);
  };
}

/** Serves the browser's manifest with paths below the base path. */
export function manifestAtBasePath(clientFolder: string, basePath: string): RequestHandler {
  return async (request, response, next) => {
    if (basePath === "" || !/^\/assets\/manifest-[\w-]+\.js$/.test(request.path)) return next();
    const text = await readFile(join(clientFolder, request.path), "utf8").catch(() => undefined);
    if (text === undefined) return next();
    response.type("text/javascript").set("Cache-Control", "public, max-age=31536000, immutable");
    response.send(rewrite(text, basePath));
  };
}

function rewrite(text: string, basePath: string): string {
  return text.replaceAll('"/assets/', `"${basePath}/assets/`);
}
