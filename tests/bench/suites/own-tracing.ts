import { pause } from "#tests/harness/spoor.ts";
import { figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { cpuMicroseconds } from "../measure/process-usage.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import type { Bench, Suite } from "../suite.ts";

type Traced = { spoor: BenchedSpoor; cpuMs: number[] };

/**
 * Longer than spans wait to be sent and processed: a round's spans are stored before its CPU time
 * is read.
 */
const settleMs = 1_300;
const slices = 4;
/**
 * A few percent must be distinguishable. Shorter rounds measure 1.00 once and 1.14 next, and code
 * that ran for only some seconds is still being compiled, especially the thread that processes
 * spans.
 */
const least = { rounds: 6, seconds: 1.6, warmUpSeconds: 4 };

export const ownTracingFigure = "issue list, CPU, traced by itself, against untraced";

/** Cost of self-tracing: two otherwise equal instances serve the same page in turn. */
export const ownTracing: Suite = async (bench) => {
  const [traced, untraced] = await Promise.all([
    start(bench, {}),
    start(bench, { OTEL_SDK_DISABLED: "true" }),
  ]);
  const both = [traced, untraced];
  await cpuMsPerPage(bench, both, least.warmUpSeconds);
  for (let round = 0; round < Math.max(least.rounds, bench.rounds); round++) {
    const costs = await cpuMsPerPage(bench, both, Math.max(least.seconds, bench.seconds.other));
    both.forEach(({ cpuMs }, i) => cpuMs.push(costs[i]!));
  }
  await Promise.all([traced.spoor.remove(), untraced.spoor.remove()]);
  return [
    figure({
      name: ownTracingFigure,
      unit: "ms",
      values: traced.cpuMs,
      floors: untraced.cpuMs,
      budget: { of: "ratio", atMost: 1.05 },
      floorIs: floorIs.untraced,
    }),
  ];
};

async function start({ startFilled }: Bench, environment: Record<string, string>): Promise<Traced> {
  return { spoor: await startFilled({ environment }), cpuMs: [] };
}

/**
 * Includes recording, sending, and storing the spans. In alternating slices, as this machine
 * changes within seconds.
 */
async function cpuMsPerPage(bench: Bench, programs: Traced[], seconds: number): Promise<number[]> {
  const before = programs.map(({ spoor }) => cpuMicroseconds(spoor.pid));
  const pages = programs.map(() => 0);
  for (let slice = 0; slice < slices; slice++) {
    const inTurn = [...programs.entries()];
    for (const [i, { spoor }] of slice % 2 === 0 ? inTurn : inTurn.toReversed()) {
      pages[i]! += await request(bench, spoor, seconds / slices);
    }
  }
  await pause(settleMs);
  return programs.map(
    ({ spoor }, i) => (cpuMicroseconds(spoor.pid) - before[i]!) / 1000 / pages[i]!,
  );
}

async function request(
  { generator }: Bench,
  spoor: BenchedSpoor,
  seconds: number,
): Promise<number> {
  const target = { port: spoor.port, path: `${spoor.pagesPath}/issues` };
  const what = { kind: "pages", headers: { cookie: spoor.sessionCookie } } as const;
  const { statuses } = await generator.run({ target, what, connections: 8, seconds });
  return statuses["200"] ?? 0;
}
