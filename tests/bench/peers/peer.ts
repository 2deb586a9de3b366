import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { pause } from "#tests/harness/spoor.ts";
import { type Program, startProgram } from "../programs/program.ts";

/** A receiver of Sentry envelopes. */
export type Peer = { start(): Promise<RunningPeer> };

export type RunningPeer = Program & {
  /** The path for envelopes. */
  path: string;
  /** Number of events found after a restart. */
  countAfterRestart(): Promise<number>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
};

/** Its sidecar, as started by `npx @spotlightjs/spotlight`. It stores data in memory only. */
export function spotlight(packages: string): Peer {
  const words = [
    join(packages, "node_modules/@spotlightjs/spotlight/dist/run.js"),
    "server",
    "-p",
    "0",
  ];
  return {
    async start() {
      // It reports its own traces to its makers regardless of settings; this blocks them.
      const environment = { https_proxy: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" };
      const program = await startProgram({ words, environment, announces: /listening on (\d+)/ });
      return {
        ...program,
        path: "/api/1/envelope/?sentry_key=k",
        countAfterRestart: async () => 0,
        remove: program.stop,
      };
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
      // It keeps everything in memory until its storage is ready.
      await pause(3_000);
      const remove = async () => {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      };
      return { ...program, path: "/", countAfterRestart: async () => entriesIn(path), remove };
    },
  };
}

function entriesIn(path: string): number {
  const database = new DatabaseSync(path);
  const named =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'errsole_logs%' LIMIT 1";
  const table = (database.prepare(named).get() as { name: string } | undefined)?.name;
  const count = `SELECT count(*) kept FROM ${table} WHERE message LIKE 'Step%'`;
  const kept = table === undefined ? 0 : (database.prepare(count).get() as { kept: number }).kept;
  database.close();
  return kept;
}
