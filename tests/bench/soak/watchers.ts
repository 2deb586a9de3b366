import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { pause, type Spoor } from "#tests/harness/spoor.ts";
import { cpuMicroseconds, residentMiB } from "../measure/process-usage.ts";
import { type Latencies, note, time, type Timed } from "./timed.ts";

/** What the process had used and done at a moment; `pages` are answered ones. */
export type Usage = { atMs: number; cpuMs: number; pages: number };

export const eventLoop = "event loop (/healthz)";
/** The time that this machine takes for the same work, whatever else runs on it. */
export const calibration = { answers: "this machine (a bare server)", works: "this machine (a bare loop)" } as const;

/** Asks the cheapest address there is: what it takes longer is what the loop was busy with. */
export async function watchLoop(spoor: Spoor, isOver: () => boolean, latencies: Latencies): Promise<void> {
  while (!isOver()) {
    await time(latencies, eventLoop, () => read(`${spoor.url}/healthz`));
    await pause(50);
  }
}

/** Asks a bare server, and has a thread do the same piece of work again and again: how long these take is the machine's doing. */
export async function watchMachine(isOver: () => boolean, latencies: Latencies): Promise<void> {
  const bare = new Worker(bareProgram, { eval: true });
  const [port] = (await once(bare, "message")) as [number];
  bare.on("message", (ms: number) => note(latencies, calibration.works, { atMs: performance.now(), ms }));
  while (!isOver()) {
    await time(latencies, calibration.answers, () => read(`http://127.0.0.1:${port}/`));
    await pause(50);
  }
  await bare.terminate();
}

/** Six milliseconds of JavaScript as a page is made of it, objects and strings, five times a second. */
const bareProgram = `
  const { parentPort } = require("node:worker_threads");
  const rows = Array.from({ length: 12000 }, (_, row) => ({ row, title: "TypeError: x" + row, counts: [row, row + 1] }));
  const work = () => JSON.parse(JSON.stringify(rows)).map(({ title }) => title.toUpperCase()).join("").length;
  const server = require("node:http").createServer((request, response) => response.end("ok"));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
  setInterval(() => {
    const startedAt = performance.now();
    work();
    parentPort.postMessage(performance.now() - startedAt);
  }, 200);`;

const read = async (url: string) => void (await (await fetch(url)).text());

/** Memory in MiB, and processor time with the pages that it was used for. */
export async function watchProcess(pid: number, isOver: () => boolean, pages: () => number) {
  const [memory, usage]: [Timed[], Usage[]] = [[], []];
  while (!isOver()) {
    const atMs = performance.now();
    memory.push({ atMs, ms: residentMiB(pid) });
    usage.push({ atMs, cpuMs: cpuMicroseconds(pid) / 1_000, pages: pages() });
    await pause(250);
  }
  return { memory, usage };
}
