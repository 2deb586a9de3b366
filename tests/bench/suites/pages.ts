import { gzipSync } from "node:zlib";
import { startInstance, type CheckedInstance } from "#tests/e2e/page-checks/instance.ts";
import { listPages } from "#tests/e2e/page-checks/pages.ts";
import type { TestProject } from "#tests/harness/project.ts";
import { makeProject } from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { figure, type Figure } from "../figure.ts";
import { ownScriptsKiB, stylesKiB, telemetryKiB } from "../pages/own-scripts.ts";
import { wideTrace } from "../pages/wide-trace.ts";
import type { Suite } from "../suite.ts";
import { inBrowser } from "./in-browser.ts";

/** Size of pages and browser metrics: every page of an instance with data for each. */
export const pages: Suite = async (bench) => {
  const instance = await startInstance();
  const big = await makeProject(instance.spoor, "big");
  const traces = {
    of2000: await sendBig(instance, big, 2_000),
    of10000: await sendBig(instance, big, 10_000),
  };
  const figures = [
    ...(await sizes(instance, traces)),
    ...(await inBrowser(bench, instance, traces.of10000)),
  ];
  await instance.remove();
  return figures;
};

async function sendBig(
  { spoor }: CheckedInstance,
  project: TestProject,
  spans: number,
): Promise<string> {
  const { traceId } = await sendTrace(spoor, project, wideTrace(spans));
  return `${spoor.url}/${project.slug}/traces/${traceId}`;
}

async function sizes(
  instance: CheckedInstance,
  traces: { of2000: string; of10000: string },
): Promise<Figure[]> {
  const weighed: { name: string; htmlKiB: number; scriptsKiB: number; stylesKiB: number }[] = [];
  for (const { name, url, as } of await listPages(instance)) {
    const html = await htmlOf(instance, url, as === "owner");
    const scriptsKiB = await ownScriptsKiB(html);
    weighed.push({ name, htmlKiB: gzippedKiB(html), scriptsKiB, stylesKiB: await stylesKiB(html) });
  }
  const [largest, heaviest] = [mostOf(weighed, "htmlKiB"), mostOf(weighed, "scriptsKiB")];
  const list = weighed.find(({ name }) => name === "/:project/issues")!;
  const big = async (url: string) => [gzippedKiB(await htmlOf(instance, url, true))];
  const kib = (name: Figure["name"], values: number[], atMost: number, size?: string) =>
    figure({
      name,
      unit: "KiB",
      values,
      budget: { of: "value", atMost },
      ...(size !== undefined && { size }),
    });
  return [
    kib("HTML gzip'd, the largest of all pages", [largest.htmlKiB], 15, largest.name),
    kib("HTML gzip'd, a trace of 2,000 spans", await big(traces.of2000), 60),
    kib("HTML gzip'd, a trace of 10,000 spans", await big(traces.of10000), 60),
    kib("CSS gzip'd", [mostOf(weighed, "stylesKiB").stylesKiB], 10),
    kib("our own JavaScript gzip'd, the issue list", [list.scriptsKiB], 12),
    kib("our own JavaScript gzip'd, the heaviest page", [heaviest.scriptsKiB], 12, heaviest.name),
    kib("telemetry gzip'd, loaded after hydration", [await telemetryKiB()], 20),
  ];
}

function mostOf<Key extends string, Each extends Record<Key, number>>(
  list: Each[],
  key: Key,
): Each {
  return list.reduce((most, each) => (each[key] > most[key] ? each : most));
}

async function htmlOf(
  { session }: CheckedInstance,
  url: string,
  signedIn: boolean,
): Promise<string> {
  const headers = {
    "accept-encoding": "identity",
    ...(signedIn && { cookie: `spoor_session=${session}` }),
  };
  return (await fetch(url, { headers })).text();
}

const gzippedKiB = (text: string) => gzipSync(text).length / 1024;
