import { readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { type Express, type RequestHandler } from "express";
import type { ServerBuild } from "react-router";

/**
 * One build serves any base path: it is made for "/", and the paths in it are rewritten when the
 * application starts. Chunks import each other relatively; only the manifest and the server's own
 * asset list name absolute paths. The router's base ends in a slash: without it the browser asks
 * for the home page's data at `/spoor.data`, which is outside of what a proxy or a host hands on.
 */
export function atBasePath(build: ServerBuild, basePath: string): ServerBuild {
  if (basePath === "") return build;
  const assets = JSON.parse(
    rewrite(JSON.stringify(build.assets), basePath),
  ) as ServerBuild["assets"];
  return { ...build, basename: `${basePath}/`, publicPath: `${basePath}/`, assets };
}

/**
 * The application below its base path. Load balancers and programs on this machine ask for its
 * health without knowing where it is mounted.
 */
export function mountedAt(app: Express, basePath: string): Express {
  if (basePath === "") return app;
  const root = express().disable("x-powered-by");
  root.get(["/healthz", "/readyz"], app);
  return root.use(basePath, app);
}

/** Where the base path is asked for without its slash, the browser is sent to it. */
export function slashAfterBasePath(basePath: string): RequestHandler {
  return (request, response, next) => {
    const { originalUrl } = request;
    if (basePath === "" || originalUrl.split("?", 1)[0] !== basePath) return next();
    response.redirect(308, `${basePath}/${originalUrl.slice(basePath.length)}`);
  };
}

/** Serves the browser's manifest with its paths under the base path. */
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
