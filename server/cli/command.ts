import type { Config } from "#server/config.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";

/** What the compiled entry knows about itself. */
export type Program = {
  environment: NodeJS.ProcessEnv;
  version: string;
  workerPath: string;
  pageWorkerPath: string;
  clientFolder: string;
};

/** One command: a file each in this folder. It works beside a running server, on the same data folder. */
export type Command = {
  summary: string;
  options: { [name: string]: { type: "string" | "boolean"; required?: boolean; hint: string } };
  answersJsonToPipes?: boolean;
  run(input: CommandInput): Promise<Answer | Problem>;
};

export type CommandInput = {
  values: { [name: string]: string | boolean | undefined };
  config: Config;
  store: Store;
  now: () => number;
};

/** `text` for people, `data` for `--json`. */
export type Answer = { text: string; data: unknown; exitCode?: number };

/** A text option, empty when it was not given. */
export function textOf(values: CommandInput["values"], name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}
