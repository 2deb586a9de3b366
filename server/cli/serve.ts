import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { closeOnSignals, serve } from "#server/main.ts";
import type { Program } from "./command.ts";

/** Resolves once the port is open; the process then lives until it is told to end. */
export async function serveCommand(program: Program): Promise<number> {
  const { environment, version, workerPath, clientFolder } = program;
  const { close } = await serve({ config: readConfig(environment), createApp, version, workerPath, clientFolder });
  closeOnSignals(close);
  return 0;
}
