import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/postgres.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type RealAppName, realAppNames, startRealApp } from "#tests/harness/real-apps.ts";
import { visitRealApp } from "#tests/harness/real-visit.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import type { TraceJson } from "#tests/harness/traces.ts";

/** What Spoor makes of applications with the telemetry of others, visited in a real browser. */
let spoor: Spoor;
let postgres: TestPostgres;
let browser: Browser;
const seen = new Map<RealAppName, TraceJson[]>();
const projects = new Map<RealAppName, TestProject>();
beforeAll(async () => {
  [spoor, postgres, browser] = await Promise.all([startSpoor(), startPostgres(), launchBrowser()]);
  await makeOwner(spoor);
  await Promise.all(realAppNames.map(visit));
});
afterAll(async () => {
  await browser?.close();
  await postgres?.stop();
  await spoor?.remove();
});

async function visit(name: RealAppName): Promise<void> {
  const project = await makeProject(spoor, name);
  const app = await startRealApp(name, spoor, project, await postgres.create());
  const page = await browser.newPage();
  try {
    await visitRealApp(page, app);
  } finally {
    await page.close();
    await app.stop();
  }
  projects.set(name, project);
  seen.set(name, await tracesOf(project));
}

async function tracesOf(project: TestProject): Promise<TraceJson[]> {
  const list = (await (await project.get("/traces.json")).json()) as { traces: { traceId: string }[] };
  const answers = await Promise.all(list.traces.map(({ traceId }) => project.get(`/traces/${traceId}.json`)));
  return Promise.all(answers.map((answer) => answer.json() as Promise<TraceJson>));
}

test.each(realAppNames)("%s reports browser, server and database in one trace of the page load", (name) => {
  const isLoad = (span: TraceJson["spans"][number]) =>
    span.name === "documentLoad" || span.attributes["sentry.op"] === "pageload";
  const [load] = seen.get(name)!.filter(({ spans }) => spans.some(isLoad));
  const kinds = load!.spans.map(({ kind, service }) => `${service} ${kind}`);
  expect(new Set(load!.spans.map(({ service }) => service)).size).toBe(2);
  expect(kinds).toContainEqual(expect.stringMatching(/ server$/));
});

const urlOf = ({ attributes }: TraceJson["spans"][number]) => String(attributes["url.full"] ?? attributes["url.path"]);

// Sentry's SDK for Remix reports neither the navigation nor its request: the server's half is all there is.
test.each(["react-router-sentry", "react-router-opentelemetry"] as const)(
  "%s: a loader that throws `data(404)` answers, in the browser's request, too",
  (name) => {
    const spans = seen.get(name)!.flatMap((trace) => trace.spans);
    const asked = spans.filter((span) => urlOf(span).includes("/product/unknown"));
    expect(asked.filter((span) => span.attributes["http.response.status_code"] === 404)).not.toEqual([]);
    expect(asked.filter(({ status }) => status === "error")).toEqual([]);
  },
);

test("react-router-sentry: a navigation that ends on an error boundary failed", () => {
  const spans = seen.get("react-router-sentry")!.flatMap((trace) => trace.spans);
  const navigations = spans.filter(({ attributes }) => attributes["sentry.op"] === "navigation");
  const failed = navigations.filter(({ status }) => status === "error");
  expect(failed.map(urlOf)).toEqual([expect.stringContaining("/product/broken")]);
});

test.each(realAppNames)(
  "%s: an issue's event and its trace link each other, and the event is on its span",
  async (name) => {
    const project = projects.get(name)!;
    const issues = await project.issues();
    expect(issues).not.toEqual([]);
    for (const issue of issues) {
      const { traceId, spanId } = await project.latestEvent(issue);
      const trace = seen.get(name)!.find((each) => each.traceId === traceId);
      expect(
        trace?.issues.map(({ id }) => id),
        issue.title,
      ).toContain(issue.id);
      const isHere = trace!.spans.some((span) => span.spanId === spanId);
      if (isHere) expect(trace!.spans.find((span) => span.spanId === spanId)!.issues).toContain(issue.shortId);
    }
    const linked = new Set(seen.get(name)!.flatMap((trace) => trace.issues.map(({ id }) => id)));
    expect(linked).toEqual(new Set(issues.map(({ id }) => id)));
  },
);
