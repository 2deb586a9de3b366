import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { at, eventCount, startSending, waitForAll } from "#tests/harness/accounted.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { listenTo } from "#tests/harness/requests/live.ts";
import { connectTo, type RawConnection } from "#tests/harness/requests/raw-http.ts";
import {
  environmentOf,
  pause,
  type Spoor,
  type SpoorOptions,
  startSpoor,
} from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
afterEach(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
});

async function start(options: SpoorOptions = {}): Promise<{ spoor: Spoor; project: TestProject }> {
  const environment = { HOME: process.env.HOME ?? "/root", ...options.environment };
  const spoor = await startSpoor({ ...options, environment });
  started.push(spoor);
  await makeOwner(spoor);
  return { spoor, project: await makeProject(spoor, "drain") };
}

/** The same folder with the plain program, whatever served it before. */
async function reopen({ dataFolder }: Spoor): Promise<Spoor> {
  const spoor = await startSpoor({ dataFolder });
  started.push(spoor);
  return spoor;
}

const id = (n: number) => n.toString(16).padStart(32, "d");

/** Sends a request's head and half of its body; `write` of the result sends the rest. */
async function sendHalf(spoor: Spoor, project: TestProject, n: number) {
  const event = JSON.stringify({ event_id: id(n), message: `in flight ${n}`, platform: "node" });
  const body = `{"event_id":"${id(n)}"}\n{"type":"event"}\n${event}\n`;
  const connection = await connectTo(spoor.url);
  const path = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  connection.write(
    `POST ${path} HTTP/1.1\r\nHost: spoor\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  );
  connection.write(body.slice(0, 60));
  return { connection, write: () => connection.write(body.slice(60)) };
}

async function refusesConnections(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(false)).once("error", () =>
      resolve(true),
    );
    socket.once("connect", () => socket.destroy());
  });
}

const becomesFree = (url: string) =>
  expect.poll(() => refusesConnections(url), { interval: 50 }).toBe(true);

const logsItsEnd = (spoor: Spoor) =>
  expect.poll(() => spoor.output()).toContain("Stopped. Everything accepted is on disk.");

const machineNode = "/usr/bin/node";
const hasOldNode =
  existsSync(machineNode) &&
  /^v(?:20|22)\./.test(execFileSync(machineNode, ["--version"]).toString());
const hasNamespaces =
  spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;

/** A PID namespace ends with its process 1, which gets SIGTERM from outside. */
const asProcess1 = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];

const starts = [
  { name: "npm start", command: ["npm", "start"] },
  { name: "node server/start/start.js", command: [process.execPath, "server/start/start.js"] },
  ...(hasOldNode
    ? [{ name: "the launcher on an older Node", command: [machineNode, "server/start/start.js"] }]
    : []),
  ...(hasNamespaces
    ? [
        {
          name: "process 1 of a container",
          command: [process.execPath, "server/start/start.js"],
          under: asProcess1,
        },
      ]
    : []),
];

/** The process that gets the signal: the started one or the child of `unshare`. */
function receiverOf(spoor: Spoor, under?: string[]): number {
  if (!under) return spoor.pid;
  return Number(execFileSync("ps", ["-o", "pid=", "--ppid", String(spoor.pid)]).toString());
}

test.each(starts)(
  "$name under SIGTERM answers open requests and loses nothing",
  { timeout: 60_000 },
  async ({ command, under }) => {
    const { spoor, project } = await start({ command, ...(under && { under }) });
    const sending = startSending(spoor, project, { senders: 8, most: 100 });
    const halves = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendHalf(spoor, project, n)),
    );
    await pause(300);
    const ended = under ? undefined : endOf(spoor);
    process.kill(receiverOf(spoor, under), "SIGTERM");
    await pause(300);
    halves.forEach((half) => half.write());
    const answers = await Promise.all(halves.map(({ connection }) => connection.answer()));
    expect(answers.map(({ status }) => status)).toEqual(halves.map(() => 200));
    expect(answers.map(({ headers }) => headers["connection"])).toEqual(halves.map(() => "close"));
    await becomesFree(spoor.url);
    if (ended) expect(await ended).toBe(0);
    await sending.ended;
    await logsItsEnd(spoor);
    const events = [...sending.accepted.events, ...halves.map((_, n) => id(n))];
    const again = await reopen(spoor);
    await waitForAll(again, at(project, again), { ...sending.accepted, events });
  },
);

const endOf = (spoor: Spoor): Promise<number | null> => spoor.stop();

describe("a launcher that is killed leaves no orphan", () => {
  test.each([
    { name: "SIGKILL of npm start", command: ["npm", "start"], signal: "SIGKILL" as const },
    { name: "SIGTERM of npx", command: ["npx", "spoor", "serve"], signal: "SIGTERM" as const },
    { name: "SIGKILL of npx", command: ["npx", "spoor", "serve"], signal: "SIGKILL" as const },
    ...(hasOldNode
      ? [
          {
            name: "SIGKILL of a launcher",
            command: [machineNode, "server/start/start.js"],
            signal: "SIGKILL" as const,
          },
        ]
      : []),
  ])("$name", { timeout: 60_000 }, async ({ command, signal }) => {
    const { spoor, project } = await start({ command });
    const half = await sendHalf(spoor, project, 1);
    await pause(100);
    process.kill(spoor.pid, signal);
    await pause(600);
    half.write();
    expect((await half.connection.answer()).status).toBe(200);
    await becomesFree(spoor.url);
    await logsItsEnd(spoor);
    const again = at(project, await reopen(spoor));
    await expect.poll(() => eventCount(again)).toBe(1);
  });

  test("a background server survives its shell", async () => {
    const script = `"${process.execPath}" server/start/start.js & echo "its number: $!"; trap "exit 0" TERM; while :; do sleep 0.1; done`;
    const { spoor } = await start({ command: ["sh", "-c", script] });
    await spoor.stop();
    await pause(1_000);
    expect(await refusesConnections(spoor.url)).toBe(false);
    process.kill(Number(/its number: (\d+)/.exec(spoor.output())![1]), "SIGTERM");
    await becomesFree(spoor.url);
    await logsItsEnd(spoor);
  });
});

test(
  "SIGTERM during startup stops it, and the folder opens again",
  { timeout: 60_000 },
  async () => {
    const { spoor } = await start();
    await spoor.stop();
    for (const afterMs of [0, 40, 80, 120, 180, 250, 350, 500]) {
      const env = environmentOf(spoor.dataFolder);
      const child = spawn(process.execPath, ["server/start/start.js"], { env, stdio: "ignore" });
      const ended = new Promise((resolve) =>
        child.once("exit", (code, signal) => resolve(code ?? signal)),
      );
      await pause(afterMs);
      child.kill("SIGTERM");
      expect([0, "SIGTERM"]).toContain(await ended);
    }
    await reopen(spoor);
  },
);

test("idle connections, partial heads, and open streams do not delay shutdown", async () => {
  const { spoor } = await start();
  const visitor = await signIn(spoor.url, owner);
  await using stream = await listenTo(visitor, spoor.url, "/drain/live");
  const silent = await connectTo(spoor.url);
  const kept = await connectTo(spoor.url);
  kept.write("GET /healthz HTTP/1.1\r\nHost: spoor\r\n\r\n");
  expect((await kept.answer()).status).toBe(200);
  const half = await connectTo(spoor.url);
  half.write("GET /healthz HTTP/1.1\r\nHos");
  const began = performance.now();
  expect(await spoor.stop()).toBe(0);
  // Open requests may take ten seconds.
  expect(performance.now() - began).toBeLessThan(9_000);
  await stream.ended;
  expect([silent, kept, half].map((each: RawConnection) => each.isOpen())).toEqual([
    false,
    false,
    false,
  ]);
});

test("an unfinished request is cut off after 10 s and logged", async () => {
  const { spoor, project } = await start();
  const half = await sendHalf(spoor, project, 1);
  await pause(100);
  const began = performance.now();
  expect(await spoor.stop()).toBe(1);
  expect(performance.now() - began).toBeGreaterThan(9_000);
  expect(spoor.output()).toContain("1 requests did not finish within 10 s");
  half.connection.end();
});

test("a second signal exits at once, unless npm and a terminal sent one each", async () => {
  const { spoor, project } = await start();
  const half = await sendHalf(spoor, project, 1);
  await pause(100);
  const ended = endOf(spoor);
  await pause(200);
  process.kill(spoor.pid, "SIGINT");
  await pause(1_200);
  expect(half.connection.isOpen()).toBe(true);
  process.kill(spoor.pid, "SIGTERM");
  expect(await ended).toBe(1);
  expect(spoor.output()).toContain("a second signal");
});
