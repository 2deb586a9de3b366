import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { Accepted } from "#tests/harness/accounted.ts";
import { envelopeOf, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";

/** Whether limits of a running process can be changed: raising them needs root. */
export const canRaiseLimits =
  process.getuid?.() === 0 && spawnSync("prlimit", ["--version"]).status === 0;

/** No other process runs as this user, so a limit of its threads counts only the server's. */
const soleUser = 54_321;

/**
 * Prefix to run a server as that user (`SpoorOptions`), since root is exempt from thread limits.
 */
export const asSoleUser = [
  "setpriv",
  "--reuid",
  `${soleUser}`,
  "--regid",
  `${soleUser}`,
  "--clear-groups",
  "--inh-caps=-all",
];

/** Gives a data folder to the user of `asSoleUser`. */
export const giveToSoleUser = (folder: string): void =>
  void spawnSync("chown", ["-R", `${soleUser}:${soleUser}`, folder]);

/** Sets the hard limit too, as Node raises the soft one to it at start. */
export const withOpenFiles = (files: number): string[] => ["prlimit", `--nofile=${files}:${files}`];

/**
 * Limits open files or threads of the running server from now on; existing ones stay. Runs as root
 * without `by`.
 */
export function limit(
  { pid }: Spoor,
  what: "nofile" | "nproc",
  count: number,
  by: string[] = [],
): void {
  const [command, ...words] = [...by, "prlimit", "--pid", `${pid}`, `--${what}=${count}:`];
  const { status, stderr } = spawnSync(command, words);
  if (status !== 0) throw new Error(stderr.toString());
}

/** Opens idle connections. Refused or closed ones are no error. */
export function openIdleConnections({ url }: Spoor, count: number): { close(): void } {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    return socket;
  });
  return { close: () => sockets.forEach((socket) => socket.destroy()) };
}

/**
 * Clients that retry after a refused or broken connection. `events` are those answered with 200.
 */
export function startClients(spoor: Spoor, project: TestProject, count: number, most: number) {
  const accepted: Accepted = { events: [], traces: [] };
  const state = { stopped: false };
  const sendOne = async (filling: string) => {
    const event_id = randomUUID().replaceAll("-", "");
    const body = envelopeOf({ event_id, message: "the machine has run out", extra: { filling } });
    const answer = await sendEnvelope(spoor, project, body);
    await answer.arrayBuffer();
    if (answer.status === 200) accepted.events.push(event_id);
    else await pause(200);
  };
  const running = Array.from({ length: count }, async () => {
    for (let sent = 0; sent < most && !state.stopped; sent++)
      await sendOne("x".repeat(1_500)).catch(() => pause(200));
  });
  return {
    accepted,
    async stop(): Promise<Accepted> {
      state.stopped = true;
      await Promise.all(running);
      return accepted;
    },
  };
}
