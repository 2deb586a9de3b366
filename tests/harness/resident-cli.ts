import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs `spoor …` beside a server like a script, without a start per command. */
export type ResidentCli = {
  /** Its JSON output. Rejects with its stderr. */
  run(...words: string[]): Promise<Record<string, unknown>>;
  /** Fulfilled once it has closed its files. */
  end(): Promise<void>;
};

type Said = { id: number; code: number; stdout: string; stderr: string };

const program = fileURLToPath(new URL("resident-cli.mjs", import.meta.url));

/** Starts with the first command, as few tests need one. */
export function residentCli(env: NodeJS.ProcessEnv): ResidentCli {
  const waiting = new Map<number, (said: Said) => void>();
  let child: ChildProcess | undefined;
  let asked = 0;
  let exited = Promise.resolve();

  function begin(): ChildProcess {
    const begun = fork(program, { env, execArgv: [] });
    begun.on("message", (said: Said) => waiting.get(said.id)?.(said));
    exited = new Promise((resolve) => void begun.once("exit", () => resolve()));
    begun.once("exit", (code) => {
      for (const [id, answer] of waiting)
        answer({ id, code: 1, stdout: "", stderr: `It ended with ${code}.` });
    });
    return begun;
  }

  return {
    async run(...words) {
      child ??= begin();
      const id = (asked += 1);
      const answer = new Promise<Said>((resolve) => waiting.set(id, resolve));
      child.send({ id, words: [...words, "--json"] });
      const { code, stdout, stderr } = await answer;
      waiting.delete(id);
      if (code !== 0) throw new Error(`spoor ${words.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    end() {
      if (child?.connected) child.disconnect();
      child = undefined;
      return exited;
    },
  };
}
