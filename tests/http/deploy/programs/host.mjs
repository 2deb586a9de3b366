// Another Express application that mounts Spoor as app/README.md describes.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import express from "express";
import { programFolder } from "../../../harness/program.js";

const build = join(programFolder, "build");
const { createApp, readConfig, startSpoor } = await import(
  pathToFileURL(join(build, "server/index.js")).href
);
const spoor = await startSpoor({
  config: readConfig(process.env),
  workerPath: join(build, "server/worker.js"),
});

const host = express();
host.get("/", (_request, response) => response.send("the host's own page"));
const app = createApp({ ...spoor.parts, basePath: "/spoor", clientFolder: join(build, "client") });
host.get(["/healthz", "/readyz"], app);
host.use("/spoor", app);

const server = host.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`host on ${url}\n${url}/spoor/setup?token=${await spoor.setUpToken()}\n`);
});

process.on("SIGTERM", async () => {
  server.closeAllConnections();
  server.close();
  await spoor.close();
  process.exit(0);
});
