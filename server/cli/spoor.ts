import { readFileSync } from "node:fs";
import { join } from "node:path";
import { complain, complaintOf, wantsHelp, wantsJson } from "./complain.ts";
import type { Program } from "./command.ts";
import { processes, watchLauncher } from "#server/start/watch-launcher.ts";
import { shutdownOnSignals } from "#server/start/shutdown.ts";

const versionWords = new Set(["--version", "-V", "-v", "version"]);

/**
 * Runs one command, or the server if there are no arguments. Resolves to the exit code: 0, 1 for a
 * refusal, 2 for unknown arguments. Loads only what is needed: the server's and the commands'
 * modules take 0.2 s of CPU time each (measured).
 */
async function run(words: string[], program: Program): Promise<number> {
  try {
    const [first = "serve", ...rest] = words;
    if (versionWords.has(first)) return printVersion(words, program);
    if ((first === "serve" || first === "demo") && !wantsHelp(rest) && rest.length > 0) {
      const { refuseWords } = await import("./run-command.ts");
      return refuseWords(first, rest);
    }
    if (first === "serve") {
      if (wantsHelp(rest)) {
        const { serveHelp } = await import("./help.ts");
        process.stdout.write(serveHelp);
        return 0;
      }
      const shutdown = shutdownOnSignals();
      watchLauncher(program.environment, processes, shutdown.ask);
      const { serveCommand } = await import("./serve.ts");
      return await serveCommand(program, shutdown);
    }
    if (first === "demo" && !wantsHelp(rest)) {
      const shutdown = shutdownOnSignals();
      watchLauncher(program.environment, processes, shutdown.ask);
      const { demoCommand } = await import("./demo.ts");
      return await demoCommand(program, shutdown);
    }
    const { runCommand } = await import("./run-command.ts");
    return await runCommand(words, program);
  } catch (error) {
    complain(complaintOf(error), wantsJson(words));
    return 1;
  }
}

function printVersion(words: string[], { version }: Program): number {
  process.stdout.write(wantsJson(words) ? `${JSON.stringify({ version })}\n` : `${version}\n`);
  return 0;
}

// All files written by a command or the server are private: databases, spool, key, backups,
// exports.
process.umask(0o077);

// The entry of the compiled command line, which locates its siblings: `build/server/cli.js`.
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
