import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Job, Outcome } from "./job.ts";

/**
 * The bench's interface of the generator: one job at a time; a job fails if the generator exits.
 */
export type Generator = {
  run(job: Job): Promise<Outcome>;
  /** CPU of its process, which has exited after `stop`. */
  pid: number;
  stop(): Promise<void>;
};

export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL("generator.ts", import.meta.url)), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    async run(job) {
      const answered = new AbortController();
      const one = (name: "message" | "exit") => once(child, name, { signal: answered.signal });
      child.send(job);
      const [outcome] = (await Promise.race([one("message"), one("exit")])) as [
        Outcome | number | null,
      ];
      answered.abort();
      if (outcome === null || typeof outcome === "number")
        throw new Error("The load generator ended.");
      return outcome;
    },
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}
