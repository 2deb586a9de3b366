import { gzipSync } from "node:zlib";
import { type Budget, figure, type Figure } from "../figure.ts";
import type { FigureName } from "../budgets.ts";
import { floorIs } from "../floor-is.ts";
import { cpuMicroseconds } from "../measure/process-usage.ts";
import { startPageFloors } from "../programs/page-floors.ts";
import type { Job } from "../load/job.ts";
import type { Program } from "../programs/program.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import type { Bench, Suite } from "../suite.ts";
import { checkSameRows } from "./same-rows.ts";

type Cost = { cpuMs: number; perSecond: number };
type Costs = { page: Cost[]; data: Cost[]; router: Cost[]; routerData: Cost[]; bare: Cost[] };

/**
 * The first round is not counted: before, compilation is measured, which is largest for ours (7.9
 * ms per page in the first seconds, 6.3 ms later).
 */
const warmUp = { seconds: 10, requestsMax: 1_000 };

/** Cost of the issue list, and of the same React tree alone. */
export const issueList: Suite = async (bench) => {
  const spoor = await bench.startFilled();
  const floors = await startPageFloors(spoor);
  await checkSameRows(spoor, [floors.router, floors.bare]);
  const pages: { [Name in keyof Costs]: [Program, path: string] } = {
    page: [spoor, "/issues"],
    router: [floors.router, "/issues"],
    bare: [floors.bare, "/issues"],
    data: [spoor, "/issues.data"],
    routerData: [floors.router, "/issues.data"],
  };
  const costs: Costs = { page: [], data: [], router: [], routerData: [], bare: [] };
  for (let round = -1; round < bench.rounds; round++) {
    for (const [name, [program, path]] of Object.entries(pages) as [
      keyof Costs,
      [Program, string],
    ][]) {
      const pace = round < 0 ? warmUp : { seconds: bench.seconds.other };
      const cost = await measure(bench, spoor, program, path, pace);
      if (round >= 0) costs[name].push(cost);
    }
  }
  const gzippedKiB = await compressedSize(spoor);
  await Promise.all([floors.stop(), spoor.remove()]);
  return figures(costs, gzippedKiB);
};

/** Uncompressed: compression is the proxy's work, or costs the same 0.4 ms everywhere. */
async function measure(
  { generator }: Bench,
  spoor: BenchedSpoor,
  program: Program,
  path: string,
  pace: Pick<Job, "seconds" | "requestsMax">,
): Promise<Cost> {
  const cpu = cpuMicroseconds(program.pid);
  const target = { port: program.port, path: spoor.pagesPath + path };
  const what = { kind: "pages", headers: { cookie: spoor.sessionCookie } } as const;
  const outcome = await generator.run({ target, what, connections: 8, ...pace });
  const pages = outcome.statuses["200"] ?? 0;
  return {
    cpuMs: (cpuMicroseconds(program.pid) - cpu) / 1000 / pages,
    perSecond: pages / outcome.seconds,
  };
}

function figures(costs: Costs, gzippedKiB: number): Figure[] {
  const cpu = (name: FigureName, ours: keyof Costs, floor: keyof Costs, budget?: Budget) =>
    figure({
      name,
      unit: "ms",
      values: costs[ours].map(({ cpuMs }) => cpuMs),
      floors: costs[floor].map(({ cpuMs }) => cpuMs),
      budget,
      floorIs: floor === "bare" ? floorIs.rendersAlone : floorIs.emptyRouter,
    });
  const pages = (name: FigureName, floor: "router" | "bare", budget?: Budget) =>
    figure({
      name,
      unit: "/s",
      values: costs.page.map(({ perSecond }) => perSecond),
      floors: costs[floor].map(({ perSecond }) => perSecond),
      budget,
      floorIs: floor === "bare" ? floorIs.rendersAlone : floorIs.emptyRouter,
    });
  return [
    cpu("issue list, CPU, against an empty React Router app", "page", "router", {
      of: "ratio",
      atMost: 1.8,
      aim: "1.5",
    }),
    cpu("issue list, CPU, against renderToString alone", "page", "bare"),
    pages("issue list, pages, against an empty React Router app", "router", {
      of: "ratio",
      atLeast: 0.55,
      aim: "0.7",
    }),
    pages("issue list, pages, against renderToString alone", "bare"),
    cpu("issue list, .data request, CPU", "data", "routerData"),
    figure({
      name: "HTML gzip'd, the issue list",
      unit: "KiB",
      values: [gzippedKiB],
      budget: { of: "value", atMost: 15 },
    }),
  ];
}

async function compressedSize(spoor: BenchedSpoor): Promise<number> {
  const url = `http://127.0.0.1:${spoor.port}${spoor.pagesPath}/issues`;
  const page = await fetch(url, {
    headers: { cookie: spoor.sessionCookie, "accept-encoding": "identity" },
  });
  return gzipSync(await page.text()).length / 1024;
}
