import { setFlagsFromString } from "node:v8";
import { beginIntake, lockOrSay } from "#server/start/begin-intake.ts";
import { readConfig } from "#server/config.ts";
import type { ServeOptions } from "#server/start/serve.ts";
import { refuseTakenPort } from "#server/start/taken-port.ts";
import type { Shutdown } from "#server/start/shutdown.ts";
import type { Program } from "./command.ts";

/** Resolves once the port is open; the process then lives until it is told to end. */
export async function serveCommand(
  { environment, ...build }: Program,
  shutdown: Shutdown,
  greet?: ServeOptions["greet"],
): Promise<number> {
  const config = readConfig(environment);
  // Before anything in the folder changes, and before modules are loaded: while they are, this thread does nothing else.
  await refuseTakenPort(config).catch((error: unknown) => {
    // The sentence about two servers on one folder says more.
    lockOrSay(config.dataFolder).release();
    throw error;
  });
  // What was said at the launch is for this thread (`less-memory.js`) and would outrank what each other one is given.
  setFlagsFromString("--max-semi-space-size=0");
  const begun = beginIntake({ config, ...build });
  // It is waited for below: a folder that is taken is told there, and not as a promise that nobody waited for.
  begun.catch(() => undefined);
  const [{ serve }, { createApp }] = await Promise.all([import("#server/start/serve.ts"), import("#server/app.ts")]);
  await serve({ config, createApp, begun, ...(greet && { greet }), ...build }, shutdown);
  return 0;
}
