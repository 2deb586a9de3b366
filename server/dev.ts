import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type Express } from "express";
import type { ServerBuild } from "react-router";
import { createServer as createViteServer } from "vite";
import type { AppParts } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { closeOnSignals, serve } from "#server/main.ts";

// `npm run dev`: the same server, its pages taken from the bundler as they are edited. Node strips the types itself.
const root = fileURLToPath(new URL("..", import.meta.url));
const vite = await createViteServer({ root, server: { middlewareMode: true } });
const { createApp } = (await vite.ssrLoadModule("./server/app.ts")) as typeof import("#server/app.ts");

function createDevelopmentApp(parts: AppParts): Express {
  const app = express();
  app.use(vite.middlewares);
  app.use(createApp({ ...parts, build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild> }));
  return app;
}

const { close } = await serve({
  config: readConfig(process.env),
  createApp: createDevelopmentApp,
  workerPath: join(root, "server/worker.ts"),
  version: "development",
});
closeOnSignals(close);
