import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { pause, type Spoor } from "#tests/harness/spoor.ts";
import { cpuMicroseconds, residentMiB } from "../measure/process-usage.ts";
import { type Latencies, note, time, type Timed } from "./timed.ts";

/** CPU and memory of the process at a moment; `pages` are answered ones. */
export type Usage = { atMs: number; cpuMs: number; pages: number };

export const eventLoop = "event loop (/healthz)";
/** This machine's time for the same work under any load. */
export const calibration = {
  answers: "this machine (a bare server)",
  works: "this machine (a bare loop)",
} as const;

/** Requests the cheapest URL: its delay shows what the event loop was busy with. */
export async function watchLoop(
  spoor: Spoor,
  isOver: () => boolean,
  latencies: Latencies,
): Promise<void> {
  while (!isOver()) {
    await time(latencies, eventLoop, () => read(`${spoor.url}/healthz`));
    await pause(50);
  }
}

/**
 * Requests a bare server and runs the same work in a thread repeatedly, which measures the machine.
 */
export async function watchMachine(isOver: () => boolean, latencies: Latencies): Promise<void> {
  const bare = new Worker(bareProgram, { eval: true });
  const [port] = (await once(bare, "message")) as [number];
  bare.on("message", (ms: number) =>
    note(latencies, calibration.works, { atMs: performance.now(), ms }),
  );
  while (!isOver()) {
    await time(latencies, calibration.answers, () => read(`http://127.0.0.1:${port}/`));
    await pause(50);
  }
  await bare.terminate();
}

/** Six milliseconds of typical page work, with objects and strings, five times per second. */
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

/** Memory in MiB, and CPU time with the number of pages. */
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
