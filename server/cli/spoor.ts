import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";

// Everything that a command or the server writes is for this user alone: databases, spool, key,
// backups, exports.
process.umask(0o077);

// The entry of the compiled command line: it knows where its siblings lie. `build/server/cli.js`.
const here = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(here, "../../package.json"), "utf8")) as {
  version: string;
};

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  version,
  workerPath: join(here, "worker.js"),
  pageWorkerPath: join(here, "pages.js"),
  clientFolder: join(here, "../client"),
});
