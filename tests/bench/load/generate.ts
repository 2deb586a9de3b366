import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Job, Outcome } from "./job.ts";

/** The generator as the bench sees it. One job at a time; the job fails that it ends in. */
export type Generator = {
  run(job: Job): Promise<Outcome>;
  /** Of its process, which has ended after `stop`. */
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
      const [outcome] = (await Promise.race([one("message"), one("exit")])) as [Outcome | number | null];
      answered.abort();
      if (outcome === null || typeof outcome === "number") throw new Error("The load generator ended.");
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
