import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type Express } from "express";
import type { ServerBuild } from "react-router";
import { createServer as createViteServer } from "vite";
import type { AppDeps } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { serve } from "./serve.ts";
import { shutdownOnSignals } from "./shutdown.ts";

// `npm run dev`: the same server with pages from the bundler as they are edited. Node strips the
// types.
const root = fileURLToPath(new URL("../..", import.meta.url));
process.umask(0o077);
const vite = await createViteServer({ root, server: { middlewareMode: true } });
const { createApp } = (await vite.ssrLoadModule(
  "./server/app.ts",
)) as typeof import("#server/app.ts");

function createDevelopmentApp(deps: AppDeps): Express {
  const build = () =>
    vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
  return express()
    .use(vite.middlewares)
    .use(createApp({ ...deps, build }));
}

await serve(
  {
    config: readConfig(process.env),
    createApp: createDevelopmentApp,
    workerPath: join(root, "server/threads/worker.ts"),
    version: "development",
  },
  shutdownOnSignals(),
);
