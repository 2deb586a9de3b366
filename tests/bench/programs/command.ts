import { spawn } from "node:child_process";

export type Command = { words: string[]; folder: string; environment?: NodeJS.ProcessEnv };

/**
 * Runs a command to its end. Returns its duration and output, and rejects with its last output on
 * failure.
 */
export function runCommand({
  words,
  folder,
  environment = {},
}: Command): Promise<{ seconds: number; output: string }> {
  const startedAt = performance.now();
  const [program, ...rest] = words;
  const env = { ...process.env, ...environment };
  const child = spawn(program!, rest, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve({ seconds: (performance.now() - startedAt) / 1000, output });
      reject(new Error(`${words.join(" ")} ended with ${code}:\n${output.slice(-1500)}`));
    });
  });
}
