import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { serve } from "#server/serve.ts";
import type { Program } from "./command.ts";

/** Resolves once the port is open; the process then lives until it is told to end. */
export async function serveCommand(program: Program): Promise<number> {
  const { environment, ...build } = program;
  await serve({ config: readConfig(environment), createApp, ...build });
  return 0;
}
