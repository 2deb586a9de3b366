import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ratingOf } from "#server/domain/vital/vital.ts";
import { launchBrowser } from "#tests/harness/browser.ts";
import { measureVitals, type MeasuredVitals } from "#tests/harness/apps/measured-vitals.ts";
import { type Shop, startShop } from "#tests/harness/apps/other-app.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { readVitals, type VitalsJson } from "#tests/harness/data/vitals.ts";
import { installApp } from "#tests/set-up.js";

// Vitals measured by Chromium appear on the vitals page for every reporter.

const userAgent =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36";
const polling = { interval: 250 };

let spoor: Spoor;
let browser: Browser;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await spoor.remove();
});

/** A new one each time, as a test may be retried. */
const newProject = (name: string) => makeProject(spoor, `${name}-${randomUUID().slice(0, 8)}`);

const pageOf = ({ routes }: VitalsJson, route: string) =>
  routes.find((each) => each.route === route);

/** The page's metrics once every named vital is present. */
async function waitForVitals(
  project: TestProject,
  route: string,
  ...vitals: ("lcp" | "inp" | "cls" | "hydration")[]
) {
  const missing = async () => {
    const page = pageOf(await readVitals(project, { device: "mobile" }), route);
    return vitals.filter((vital) => !page?.[vital]);
  };
  await expect.poll(missing, polling).toEqual([]);
  return pageOf(await readVitals(project), route)!;
}

/** A sketch is accurate to 0.55%. */
function expectMeasured(page: VitalsJson["routes"][number], measured: MeasuredVitals): void {
  for (const vital of ["ttfb", "fcp", "lcp", "inp"] as const) {
    const { p75, count, good } = page[vital]!;
    expect(measured[vital], `the page measured ${vital}`).toBeGreaterThan(0);
    expect(
      Math.abs(p75 / measured[vital] - 1),
      `${vital}: ${p75} for ${measured[vital]}`,
    ).toBeLessThan(0.01);
    expect([count, good]).toEqual([1, ratingOf(vital, measured[vital]) === "good" ? 1 : 0]);
  }
  expect(page.cls).toMatchObject({ p75: 0, good: 1, count: 1 });
}

/**
 * Chromium reports no interaction without a paint, as on a busy machine; then another one follows.
 */
async function tap(page: Page): Promise<void> {
  const isSeen = () =>
    page.evaluate(
      () => (globalThis as unknown as { seenVitals: { inp: number } }).seenVitals.inp > 0,
    );
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && !(await isSeen());) {
    await page.getByRole("heading").click();
    await page.waitForTimeout(500);
  }
  // INP includes interactions only after their next paint.
  await page.waitForTimeout(300);
}

test("web-vitals in own browser tracing match the page's measurement, including hydration", async () => {
  const project = await newProject("vitals");
  const shop = await startShop(spoor.url, { key: project.publicKey });
  const page = await browser.newPage({ userAgent, isMobile: true });
  const measure = await measureVitals(page);
  await page.goto(`${shop.url}/shop/product/lamp`);
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
  await tap(page);
  const measured = await measure();
  const hydratedAt = await page.evaluate(
    () => performance.getEntriesByName("spoor.hydrated")[0]!.startTime,
  );
  await page.goto("about:blank");
  const told = await waitForVitals(
    project,
    "/shop/product/:product",
    "lcp",
    "inp",
    "cls",
    "hydration",
  );
  expectMeasured(told, measured);
  expect(Math.abs(told.hydration!.p75 / hydratedAt - 1)).toBeLessThan(0.01);
  await page.close();
  shop.stop();
});

test("@sentry/browser 11: a page load and its later vitals are one visit", async () => {
  const project = await newProject("vitals-sentry");
  const site = await serveSite();
  const page = await browser.newPage({ userAgent, isMobile: true });
  const measure = await measureVitals(page);
  await page.goto(
    `http://127.0.0.1:${(site.address() as AddressInfo).port}/orders/42?dsn=${encodeURIComponent(project.dsn)}`,
  );
  await tapSlowly(page);
  const measured = await measure();
  // Its page load ends after a second of idleness; late vitals are sent when the page is hidden.
  await page.waitForTimeout(1_500);
  await putAway(page);
  expectMeasured(await waitForVitals(project, "/orders/:id", "lcp", "inp", "cls"), measured);
  await expect
    .poll(async () => (await readVitals(project)).routes.map(({ route }) => route), polling)
    .toEqual(["/orders/:id"]);
  expect(
    (await readVitals(project, { release: "web@1.2.3", environment: "production" })).routes,
  ).toHaveLength(1);
  expect((await readVitals(project, { device: "desktop" })).routes).toEqual([]);
  await page.close();
  site.close();
});

/** An interaction under 40 ms is not reported, or reported as 0. */
async function tapSlowly(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.addEventListener("pointerdown", () => {
      for (const end = performance.now() + 60; performance.now() < end;);
    }),
  );
  await tap(page);
}

/** As when another tab is activated. */
async function putAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
}

const vitalsApp = fileURLToPath(new URL("../vitals-app", import.meta.url));

test.each([
  ["@honeycombio/opentelemetry-web", "honeycomb", ["lcp", "inp", "cls"]],
  ["@splunk/otel-web", "splunk", ["lcp", "inp", "cls"]],
] as const)("%s: vitals reported as spans", async (_, program, vitals) => {
  await installApp(vitalsApp);
  const project = await newProject(program);
  const site = await serveSite(join(vitalsApp, `${program}.js`));
  const page = await browser.newPage({ userAgent, isMobile: true });
  const measure = await measureVitals(page);
  const endpoint = `${spoor.url}/api/${project.id}/integration/otlp`;
  const query = new URLSearchParams({ endpoint, key: project.publicKey });
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/orders/42?${query}`);
  await tapSlowly(page);
  const measured = await measure();
  await putAway(page);
  const found = await waitForVitals(project, "/orders/:id", ...vitals);
  for (const vital of ["lcp", "inp"] as const)
    expect(Math.abs(found[vital]!.p75 / measured[vital] - 1), vital).toBeLessThan(0.01);
  expect(found.cls).toMatchObject({ p75: 0, count: 1 });
  await page.close();
  site.close();
});

/** The SDK as bundlers ship it. */
async function serveSite(
  entry = fileURLToPath(new URL("programs/vitals.js", import.meta.url)),
): Promise<Server> {
  const lib = { entry, formats: ["iife" as const], name: "shop" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  const script = (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
  const server = createServer((request, response) => {
    const isScript = request.url === "/bundle.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript
        ? script
        : `<!doctype html><title>shop</title><h1>Order 42</h1><script src="/bundle.js"></script>`,
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("page views count documents, navigations, missing hydration, revalidation, and prefetches", async () => {
  const project = await newProject("reached");
  const shop = await startShop(spoor.url, { key: project.publicKey });
  const visitor = await visitShop(shop);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await (await plain.newPage()).goto(`${shop.url}/shop`);
  await plain.close();
  const reached = async (route?: string) =>
    (await readVitals(project, route === undefined ? {} : { route })).reached;
  const all = {
    documents: 2,
    hydrated: 1,
    navigations: 2,
    submits: 1,
    prefetches: 2,
    prefetchesUsed: 1,
  };
  await expect.poll(() => reached(), polling).toMatchObject({ ...all, neverHydrated: 0.5 });
  const shopFacts = await reached("/shop");
  expect(shopFacts).toMatchObject({ documents: 2, hydrated: 1, navigations: 0 });
  const product = await reached("/shop/product/:product");
  expect(product).toMatchObject({
    documents: 0,
    navigations: 1,
    prefetches: 2,
    prefetchesUsed: 1,
    neverHydrated: null,
  });
  const { pending, revalidation } = await reached("/shop/cart");
  // The cart's loader takes 40 ms; after the action the shop's takes 20.
  expect(pending).toMatchObject({ count: 1, overSecond: 0 });
  expect(pending!.p50Ms).toBeGreaterThan(39);
  expect(revalidation!.count).toBe(1);
  expect(revalidation!.p50Ms).toBeGreaterThan(19);
  await visitor.close();
  shop.stop();
});

/**
 * A document, two prefetches of which one is used, a navigation, and a form. The page has its own
 * context, and closing it would lose its last reports, so the caller closes it.
 */
async function visitShop(shop: Shop): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${shop.url}/shop`);
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
  for (const name of ["The lamp", "The kettle"]) {
    const prefetch = page.waitForResponse(/product\/\w+\.data/);
    await page.getByRole("link", { name }).hover();
    await (await prefetch).finished();
  }
  await page.getByRole("link", { name: "The kettle" }).click();
  await page.getByRole("heading", { name: "kettle" }).waitFor();
  await page.getByRole("link", { name: "Cart" }).click();
  await page.getByRole("heading", { name: "Cart" }).waitFor();
  await page.getByRole("button", { name: "Boots" }).click();
  await page.getByRole("heading", { name: "Products" }).waitFor();
  await page.goto("about:blank");
  return page;
}
