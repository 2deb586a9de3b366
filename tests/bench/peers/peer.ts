import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { pause } from "#tests/harness/spoor.ts";
import { type Program, startProgram } from "../programs/program.ts";

/** Something that takes Sentry envelopes. */
export type Peer = { start(): Promise<RunningPeer> };

export type RunningPeer = Program & {
  /** Where envelopes go. */
  path: string;
  /** Once it has ended: how many events another start would find. */
  keptAfterwards(): Promise<number>;
  /** Stops it and removes what it wrote. */
  remove(): Promise<void>;
};

/** Its sidecar, as `npx @spotlightjs/spotlight` starts it. It holds what it was sent in memory alone. */
export function spotlight(packages: string): Peer {
  const words = [join(packages, "node_modules/@spotlightjs/spotlight/dist/run.js"), "server", "-p", "0"];
  return {
    async start() {
      // It reports its own traces to its makers, whatever it is told; they go nowhere from here.
      const environment = { https_proxy: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };
      const program = await startProgram({ words, environment, announces: /listening on (\d+)/ });
      return { ...program, path: "/api/1/envelope/?sentry_key=k", keptAfterwards: async () => 0, remove: program.stop };
    },
  };
}

/** See `errsole.program.ts`. */
export function errsole(packages: string): Peer {
  const words = [fileURLToPath(new URL("errsole.program.ts", import.meta.url))];
  return {
    async start() {
      const folder = await mkdtemp(join(tmpdir(), "spoor-bench-errsole-"));
      const path = join(folder, "logs.sqlite");
      const environment = { PEERS_FOLDER: packages, PEER_DATABASE: path };
      const program = await startProgram({ words, environment });
      // Until its storage is ready it keeps everything in memory.
      await pause(3_000);
      const remove = async () => {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      };
      return { ...program, path: "/", keptAfterwards: async () => entriesIn(path), remove };
    },
  };
}

function entriesIn(path: string): number {
  const database = new DatabaseSync(path);
  const named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'errsole_logs%' LIMIT 1";
  const table = (database.prepare(named).get() as { name: string } | undefined)?.name;
  const count = `SELECT count(*) kept FROM ${table} WHERE message LIKE 'Step%'`;
  const kept = table === undefined ? 0 : (database.prepare(count).get() as { kept: number }).kept;
  database.close();
  return kept;
}
