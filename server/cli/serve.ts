import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { type ListenPlace, listenSentence } from "#server/domain/health/listen-sentence.ts";
import { beginIntake, lockOrSay } from "#server/start/begin-intake.ts";
import { readConfig } from "#server/config.ts";
import type { ServeOptions } from "#server/start/serve.ts";
import type { Shutdown } from "#server/start/shutdown.ts";
import type { Program } from "./command.ts";

/** Resolves once the port is open; the process then lives until it is told to end. */
export async function serveCommand(
  { environment, ...build }: Program,
  shutdown: Shutdown,
  greet?: ServeOptions["greet"],
): Promise<number> {
  const config = readConfig(environment);
  // Before anything in the folder changes, and before modules are loaded: while they are, this
  // thread does nothing else.
  await refuseTakenPort(config).catch((error: unknown) => {
    // The sentence about two servers on one folder says more.
    lockOrSay(config.dataFolder).release();
    throw error;
  });
  // What was said at the launch is for this thread (`less-memory.js`) and would outrank what each
  // other one is given.
  setFlagsFromString("--max-semi-space-size=0");
  const begun = beginIntake({ config, ...build });
  // It is waited for below: a folder that is taken is told there, and not as an unhandled
  // rejection.
  begun.catch(() => undefined);
  const [{ serve }, { createApp }] = await Promise.all([
    import("#server/start/serve.ts"),
    import("#server/app.ts"),
  ]);
  await serve({ config, createApp, begun, ...(greet && { greet }), ...build }, shutdown);
  return 0;
}

/**
 * Rejects with a sentence where a server could not listen. It listens for a moment, and a port of 0
 * is always free.
 */
async function refuseTakenPort({ host, port }: ListenPlace): Promise<void> {
  if (port === 0) return;
  const probe = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) =>
      reject(new Error(listenSentence(error, { host, port }), { cause: error })),
    );
    probe.listen(port, host, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}
