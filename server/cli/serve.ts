import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { type ListenPlace, listenSentence } from "#server/domain/health/listen-sentence.ts";
import { beginIntake, lockOrSay } from "#server/start/begin-intake.ts";
import { readConfig } from "#server/config.ts";
import type { ServeOptions } from "#server/start/serve.ts";
import type { Shutdown } from "#server/start/shutdown.ts";
import type { Program } from "./command.ts";

/** Resolves once the port is open. The process then runs until it is asked to exit. */
export async function serveCommand(
  { environment, ...build }: Program,
  shutdown: Shutdown,
  greet?: ServeOptions["greet"],
): Promise<number> {
  const config = readConfig(environment);
  // Before the folder changes and before modules are loaded, which blocks this thread.
  await refuseTakenPort(config).catch((error: unknown) => {
    // The message about two servers on one folder is more helpful.
    lockOrSay(config.dataFolder).release();
    throw error;
  });
  // Launch flags apply to this thread (`less-memory.js`) and would override the limits of other
  // threads.
  setFlagsFromString("--max-semi-space-size=0");
  const begun = beginIntake({ config, ...build });
  // Awaited below, which reports a folder in use. Otherwise, this would be an unhandled rejection.
  begun.catch(() => undefined);
  const [{ serve }, { createApp }] = await Promise.all([
    import("#server/start/serve.ts"),
    import("#server/app.ts"),
  ]);
  await serve({ config, createApp, begun, ...(greet && { greet }), ...build }, shutdown);
  return 0;
}

/**
 * Rejects with a message if a server couldn't listen. Listens for a moment. Port 0 is always free.
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
