import type { Config } from "#server/config.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";

/** Information about the compiled entry. */
export type Program = {
  environment: NodeJS.ProcessEnv;
  version: string;
  workerPath: string;
  pageWorkerPath: string;
  clientFolder: string;
};

/**
 * A command, each in its own file in this folder. It works next to a running server on the same
 * data folder.
 */
export type Command = {
  summary: string;
  /** `hint`: the value's name, as in `--email EMAIL`; for a flag, its description. */
  options: { [name: string]: { type: "string" | "boolean"; required?: boolean; hint: string } };
  /** Name of the positional argument: `FILE`. It is required. */
  operand?: string;
  answersJsonToPipes?: boolean;
  /** Errors in the options, checked before any data folder is opened or created. */
  refusal?(values: CommandInput["values"]): Problem | undefined;
  /** The alternative for a database, for commands that work only with a data folder. */
  inDatabase?: string;
} &
  /**
   * Refuses a folder without data, where SPOOR_DATA is probably wrong, unless the command may
   * create data.
   */
  (
    | { run(input: CommandInput): Promise<Answer | Problem>; mayBeFirst?: boolean }
    /**
     * Works on the folder directly, without opening its store, which would create and upgrade
     * files.
     */
    | { runOnFolder(input: FolderInput): Promise<Answer | Problem> }
  );

export type FolderInput = {
  values: { [name: string]: string | boolean | undefined };
  /** Empty if the command takes none. */
  operand: string;
  config: Config;
  program: Program;
  now: () => number;
};

export type CommandInput = FolderInput & { store: Store };

/**
 * `text` for people, `data` for `--json`. Printed to standard error if standard output is used for
 * a file.
 */
export type Answer = { text: string; data: unknown; exitCode?: number; onStderr?: boolean };

/** A text option; empty if it was not given. */
export function textOf(values: CommandInput["values"], name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}
