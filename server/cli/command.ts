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

/**
 * One command: a file each in this folder. It works beside a running server, on the same data
 * folder.
 */
export type Command = {
  summary: string;
  /**
   * `hint`: the value's name, as in `--email EMAIL`; of an option without a value, what it does.
   */
  options: { [name: string]: { type: "string" | "boolean"; required?: boolean; hint: string } };
  /** What a word that is no option stands for: `FILE`. It has to be given. */
  operand?: string;
  answersJsonToPipes?: boolean;
  /**
   * What is wrong with the options by themselves: said before any data folder is opened or made.
   */
  refusal?(values: CommandInput["values"]): Problem | undefined;
  /** What does the same for a database, where the command is for a data folder's files alone. */
  inDatabase?: string;
} &
  /**
   * Refused in a folder without data, where SPOOR_DATA is wrong most likely, unless it may be the
   * first to put some there.
   */
  (
    | { run(input: CommandInput): Promise<Answer | Problem>; mayBeFirst?: boolean }
    /** On the folder as it is: without opening its store, which makes and upgrades files. */
    | { runOnFolder(input: FolderInput): Promise<Answer | Problem> }
  );

export type FolderInput = {
  values: { [name: string]: string | boolean | undefined };
  /** Empty when the command takes none. */
  operand: string;
  config: Config;
  program: Program;
  now: () => number;
};

export type CommandInput = FolderInput & { store: Store };

/**
 * `text` for people, `data` for `--json`; on standard error where standard output is taken by
 * something else.
 */
export type Answer = { text: string; data: unknown; exitCode?: number; onStderr?: boolean };

/** A text option, empty when it was not given. */
export function textOf(values: CommandInput["values"], name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}
