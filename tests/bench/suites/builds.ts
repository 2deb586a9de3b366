import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { figure, type Figure } from "../figure.ts";
import { runCommand } from "../programs/command.ts";
import { copySources } from "../programs/source-copy.ts";
import type { Bench, Suite } from "../suite.ts";

export const buildFigures = ["npm run build", "npm ci, without the node package"] as const;

/** Time from sources to a startable program. */
export const builds: Suite = async (bench) => [
  await building(bench),
  ...(await installation(bench)),
];

async function building(bench: Bench): Promise<Figure> {
  const copy = await copySources({ linkPackages: true });
  const seconds: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    seconds.push(
      (await runCommand({ words: ["npm", "run", "build"], folder: copy.folder })).seconds,
    );
  }
  await copy.remove();
  return figure({
    name: buildFigures[0],
    unit: "s",
    values: seconds,
    budget: { of: "value", atMost: 10 },
  });
}

/** Excludes downloading Node, and uses npm's current cache. */
async function installation(bench: Bench): Promise<Figure[]> {
  const copy = await copySources({ linkPackages: false });
  const name = buildFigures[1];
  try {
    await leaveNodeOut(copy.folder);
    const { seconds } = await runCommand({
      words: ["npm", "ci", "--no-audit", "--no-fund"],
      folder: copy.folder,
    });
    return [figure({ name, unit: "s", values: [seconds], budget: { of: "value", atMost: 30 } })];
  } catch (error) {
    bench.leaveOut(`npm ci failed: ${String(error).split("\n")[0]}`, name);
    return [];
  } finally {
    await copy.remove();
  }
}

type Manifest = { dependencies: Record<string, string> };

async function leaveNodeOut(folder: string): Promise<void> {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, name), "utf8")) as unknown;
  const manifest = (await read("package.json")) as Manifest;
  const lock = (await read("package-lock.json")) as { packages: Record<string, Partial<Manifest>> };
  for (const { dependencies } of [manifest, lock.packages[""]!]) delete dependencies!.node;
  for (const path of Object.keys(lock.packages)) {
    if (/^node_modules\/node(?:$|\/|-bin-)/.test(path)) delete lock.packages[path];
  }
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
}
