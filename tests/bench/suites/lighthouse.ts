import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CheckedInstance, startInstance } from "#tests/e2e/page-checks/instance.ts";
import { addressOf } from "#tests/harness/requests/address.ts";
import { chromiumArguments } from "#tests/harness/browser.ts";
import { findBrowser } from "#tests/set-up.js";
import { figure, type Figure } from "../figure.ts";
import { installElsewhere } from "../peers/install.ts";
import { runCommand } from "../programs/command.ts";
import type { Suite } from "../suite.ts";

const pages = [
  ["Lighthouse, the overview", "/:project"],
  ["Lighthouse, the issue list", "/:project/issues"],
  ["Lighthouse, an issue", "/:project/issues/:issue"],
  ["Lighthouse, a route", "/:project/routes/:route"],
  ["Lighthouse, a release", "/:project/releases/*"],
  ["Lighthouse, a trace", "/:project/traces/:trace"],
] as const;

export const lighthouseFigures = pages.map(([name]) => name);
const categories = ["performance", "accessibility", "best-practices"];

/**
 * Like its own command on a desktop, the lowest of three categories; Spoor has no dependency on it.
 */
export const lighthouse: Suite = async (bench) => {
  const browser = findBrowser();
  const installed = await installElsewhere("lighthouse", {
    dependencies: { lighthouse: "13.5.0" },
  });
  if ("why" in installed || !browser) {
    bench.leaveOut(
      "why" in installed ? installed.why : "there is no Chromium on this machine",
      ...lighthouseFigures,
    );
    return [];
  }
  const instance = await startInstance();
  const { named, spoor } = instance;
  const figures: Figure[] = [];
  for (const [name, pattern] of pages) {
    const url = spoor.url + addressOf(pattern, named);
    const values: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      values.push(await steadyScore(instance, { folder: installed.folder, browser, url }));
    }
    figures.push(
      figure({
        name,
        unit: "of 100",
        values,
        budget: { of: "value", atLeast: 100 },
      }),
    );
  }
  await instance.remove();
  return figures;
};

const mostTries = 3;

/** Chrome's trace of a busy machine may lack the start of the navigation: not a score. */
async function steadyScore(instance: CheckedInstance, page: Page): Promise<number> {
  for (let tries = 1; ; tries++)
    try {
      return await leastScore(instance, page);
    } catch (error) {
      if (tries === mostTries || !String(error).includes("NO_NAVSTART")) throw error;
    }
}

type Page = { folder: string; browser: string; url: string };

async function leastScore(
  { session }: CheckedInstance,
  { folder, browser, url }: Page,
): Promise<number> {
  const report = join(folder, "report.json");
  const headers = JSON.stringify({ Cookie: `spoor_session=${session}` });
  const flags = chromiumArguments.join(" ");
  const words = [
    process.execPath,
    join(folder, "node_modules/lighthouse/cli/index.js"),
    url,
    "--quiet",
    "--preset=desktop",
    `--only-categories=${categories.join(",")}`,
    "--output=json",
    `--output-path=${report}`,
    `--extra-headers=${headers}`,
    `--chrome-flags=--headless=new ${flags}`,
    "--no-enable-error-reporting",
  ];
  await runCommand({ words, folder, environment: { CHROME_PATH: browser } });
  const parsed = JSON.parse(await readFile(report, "utf8")) as {
    categories: { [id: string]: { score: number } };
  };
  return Math.min(...categories.map((id) => Math.round(parsed.categories[id]!.score * 100)));
}
