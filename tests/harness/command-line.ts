import { execFile } from "node:child_process";
import { cli, environmentOf } from "./spoor.ts";

export { cli };

export type Outcome = { code: number; stdout: string; stderr: string };

/** Runs `spoor …` on a data folder. Never rejects. */
export function run(
  words: string[],
  dataFolder: string,
  more: Record<string, string> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, ...words],
      { env: environmentOf(dataFolder, more) },
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      },
    );
  });
}

/** Its `--json` output, which may follow log lines. */
export const json = ({ stdout }: Outcome): Record<string, unknown> =>
  JSON.parse(stdout.trim().split("\n").at(-1)!) as Record<string, unknown>;
