import { pause } from "#tests/harness/spoor.ts";
import { figure } from "../figure.ts";
import { cpuMicroseconds } from "../measure/process-usage.ts";
import { type BenchedSpoor, startSpoor } from "../programs/spoor.ts";
import type { Bench, Suite } from "../suite.ts";
import { flood } from "./flood.ts";

/** As many issues as in `issue-list.ts`: a page of fifty rows. */
const issueCount = 60;

/** Longer than spans wait to be sent: those of a run are kept before its processor time is read. */
const settleMs = 1_300;

/** What it costs Spoor to trace itself: two that differ in nothing else, the same page of each in turn. */
export const ownTracing: Suite = async (bench) => {
  const [traced, untraced] = await Promise.all([
    startSpoor(),
    startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } }),
  ]);
  const runs = [
    { spoor: traced, cpuMs: [] as number[] },
    { spoor: untraced, cpuMs: [] as number[] },
  ];
  for (const { spoor } of runs) await flood(spoor, bench.generator, { encoding: "gzip", issueCount, seconds: 0.5 });
  for (let round = -1; round < bench.rounds; round++) {
    // Who comes first takes turns, too.
    for (const { spoor, cpuMs } of round % 2 === 0 ? runs : runs.toReversed()) {
      const cost = await cpuMsPerPage(bench, spoor, round < 0 ? 0.5 : bench.seconds.other);
      if (round >= 0) cpuMs.push(cost);
    }
  }
  await Promise.all([traced.remove(), untraced.remove()]);
  return [
    figure({
      name: "issue list, CPU, traced, against untraced",
      unit: "ms",
      values: runs[0]!.cpuMs,
      floors: runs[1]!.cpuMs,
      budget: { of: "ratio", atMost: 1.05 },
    }),
  ];
};

/** Recording, sending and keeping the spans included. */
async function cpuMsPerPage({ generator }: Bench, spoor: BenchedSpoor, seconds: number): Promise<number> {
  const cpu = cpuMicroseconds(spoor.pid);
  const target = { port: spoor.port, path: `${spoor.pagesPath}/issues` };
  const what = { kind: "pages", headers: { cookie: spoor.sessionCookie } } as const;
  const { statuses } = await generator.run({ target, what, connections: 8, seconds });
  await pause(settleMs);
  return (cpuMicroseconds(spoor.pid) - cpu) / 1000 / (statuses["200"] ?? 0);
}
