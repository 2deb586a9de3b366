/**
 * `npm run soak` sends an hour of mixed traffic in five minutes (`-- --minutes=1` in one) while
 * members read pages and act, and compares the last third with the first: memory, CPU, event loop
 * delay, latency per page. Times are relative to the machine's for the same work at that moment, as
 * others may use it. Everything acknowledged must be stored at the end. The first fifth is warm-up.
 * Needs a build.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { readPages } from "./readers.ts";
import type { Latencies, Timed } from "./timed.ts";
import { type Acknowledged, makeTraffic } from "./traffic.ts";
import {
  countLine,
  isFault,
  latencyLines,
  type Line,
  memoryLine,
  printLines,
  workLine,
} from "./verdict.ts";
import { calibration, eventLoop, watchLoop, watchMachine, watchProcess } from "./watchers.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "5" } } });
const soakMs = Number(values.minutes) * 60_000;
/** Two requests per second for an hour. */
const perSecond = (2 * 3_600_000) / Math.max(soakMs, 120_000);

const tenthsOf = (samples: Timed[]): string[] =>
  Array.from({ length: 10 }, (_, tenth) =>
    samples[Math.floor((tenth + 0.5) * (samples.length / 10))]!.ms.toFixed(0),
  );

const maxDrainMs = 60_000;

const spoor = await startSpoor();
try {
  const lines = await soak(spoor);
  console.log(printLines(lines));
  const faults = [...lines.filter(isFault).map(({ what }) => what), ...errorsIn(spoor.output())];
  for (const fault of faults) console.error(`✗ ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await spoor.remove();
}

async function soak(spoor: Spoor): Promise<Line[]> {
  await makeOwner(spoor);
  const projects: TestProject[] = [];
  for (const slug of ["shop", "blog", "mails"]) projects.push(await makeProject(spoor, slug));
  const traffic = makeTraffic(spoor, projects, await makeProject(spoor, "recorded"));
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > soakMs;
  const latencies: Latencies = new Map();
  const [{ memory, usage }] = await Promise.all([
    watchProcess(spoor.pid, isOver, () => pagesIn(latencies)),
    send(traffic.send, startedAt, isOver),
    ...[1, 2, 3].map((seed) => readPages({ spoor, projects, isOver, seed }, latencies)),
    watchLoop(spoor, isOver, latencies),
    watchMachine(isOver, latencies),
  ]);
  const span = { fromMs: startedAt + soakMs / 5, toMs: startedAt + soakMs };
  console.log(
    `Answered: ${[...traffic.statuses].map(([status, times]) => `${times} × ${status}`).join(", ")}.`,
  );
  console.log(`Resident memory by tenths of the time: ${tenthsOf(memory).join(", ")} MiB.`);
  await drained(spoor);
  return [
    memoryLine(memory, span),
    workLine(usage, span),
    ...latencyLines(latencies, span),
    ...(await countLines(spoor, projects, traffic.acknowledged)),
  ];
}

/** Keeps its own pace; a slow server gets at most eight clients. */
async function send(
  one: () => Promise<void>,
  startedAt: number,
  isOver: () => boolean,
): Promise<void> {
  let sent = 0;
  const client = async () => {
    while (!isOver()) {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond;
      if (sent >= due) await pause(5);
      else {
        sent += 1;
        await one();
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
}

function pagesIn(latencies: Latencies): number {
  const others = new Set<string>([eventLoop, ...Object.values(calibration)]);
  return [...latencies].reduce(
    (sum, [name, { length }]) => sum + (others.has(name) ? 0 : length),
    0,
  );
}

async function drained(spoor: Spoor): Promise<void> {
  for (
    const deadline = performance.now() + maxDrainMs;
    performance.now() < deadline;
    await pause(200)
  ) {
    const text = await (await fetch(`${spoor.url}/metrics`)).text();
    // Outcomes are stored a moment later.
    if (/^spoor_queue_requests 0$/m.test(text)) return pause(3_000);
  }
  throw new Error("What was accepted is not digested after a minute.");
}

async function countLines(
  spoor: Spoor,
  projects: TestProject[],
  acknowledged: Acknowledged,
): Promise<Line[]> {
  const outcomes = new DatabaseSync(join(spoor.dataFolder, "spoor.db"), { readOnly: true });
  const kept = outcomes.prepare(
    "SELECT sum(quantity) AS kept FROM ledger WHERE project_id = ? AND category = ? AND outcome = 'kept'",
  );
  const lines = [...acknowledged]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, sent]) => {
      const [slug, category = ""] = key.split(" ");
      const { id } = projects.find((project) => project.slug === slug)!;
      return countLine(
        `${slug}: ${category}, ledger`,
        sent,
        Number(kept.get(id, category)?.["kept"] ?? 0),
      );
    });
  outcomes.close();
  for (const project of projects) {
    const there = (await project.issues()).reduce((sum, { count }) => sum + count, 0);
    lines.push(
      countLine(
        `${project.slug}: events on the issues' page`,
        acknowledged.get(`${project.slug} error`) ?? 0,
        there,
      ),
    );
  }
  return lines;
}

/** Log lines that would page an operator. */
function errorsIn(log: string): string[] {
  const bad = /"level":"error"|because of a bug in Spoor|FATAL/;
  return log
    .split("\n")
    .filter((line) => bad.test(line))
    .slice(0, 10);
}
