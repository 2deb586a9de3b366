import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CheckedInstance, startInstance } from "#tests/e2e/page-checks/instance.ts";
import { chromiumArguments } from "#tests/harness/browser.ts";
import { findBrowser } from "#tests/set-up.js";
import { figure, type Figure } from "../figure.ts";
import { installElsewhere } from "../peers/install.ts";
import { runCommand } from "../programs/command.ts";
import type { Suite } from "../suite.ts";

export const lighthouseFigures = [
  "Lighthouse, the issue list",
  "Lighthouse, an issue",
  "Lighthouse, a trace",
] as const;
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
  const project = `${spoor.url}/${named[":project"]}`;
  const urls = [
    `${project}/issues`,
    `${project}/issues/${named[":issue"]}`,
    `${project}/traces/${named[":trace"]}`,
  ];
  const figures: Figure[] = [];
  for (const [i, url] of urls.entries()) {
    const values: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      values.push(await leastScore(instance, { folder: installed.folder, browser, url }));
    }
    figures.push(
      figure({
        name: lighthouseFigures[i]!,
        unit: "of 100",
        values,
        budget: { of: "value", atLeast: 100 },
      }),
    );
  }
  await instance.remove();
  return figures;
};

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
