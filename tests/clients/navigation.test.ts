import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { type Shop, startShop } from "#tests/harness/apps/other-app.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { type TraceJson, waitForTrace } from "#tests/harness/data/traces.ts";

/** Navigations of a real browser in a real React Router application with our library. */
let spoor: Spoor;
let project: TestProject;
let shop: Shop;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  shop = await startShop(spoor.url, { key: project.publicKey });
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  shop?.stop();
  await spoor?.remove();
});

async function openCart(): Promise<void> {
  await page.goto(`${shop.url}/`);
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
  await page.getByRole("link", { name: "Cart" }).click();
  await page.getByRole("button", { name: "Boots" }).waitFor();
  // Browser tracing flushes when the page is left.
  await page.goto("about:blank");
}

type ListedTrace = {
  traceId: string;
  root: { name: string };
  spanCount: number;
  durationMs: number;
  services: string[];
};
type TraceList = { traces: ListedTrace[] };

/**
 * Traces with that root prefix once two late spans have arrived, since parts are sent separately.
 */
async function complete(root: string, ...names: [string, string]): Promise<TraceJson[]> {
  const { traces } = (await (await project.get("/traces.json")).json()) as TraceList;
  const listed = traces.filter((each) => each.root.name.startsWith(root));
  const found = await Promise.all(
    listed.map(({ traceId, spanCount }) => waitForTrace(project, traceId, spanCount)),
  );
  return found.filter(({ spans }) =>
    names.every((name) => spans.some((span) => `${span.service} ${span.name}`.startsWith(name))),
  );
}

const navigations = () =>
  complete("navigate", "shop-browser GET /shop/cart", "shop GET /shop/cart");
const stockDocuments = () => complete("GET /shop/stock", "shop loader routes/stock", "stock GET");

test("a navigation's critical path goes through its request to the deciding loader", async () => {
  await openCart();
  await expect.poll(async () => (await navigations()).length).toBe(1);
  const [trace] = await navigations();
  const critical = trace!.spans
    .filter((span) => span.critical)
    .map(({ service, name }) => `${service} ${name}`);
  expect(critical).toEqual(
    expect.arrayContaining([
      "shop-browser GET /shop/cart",
      "shop GET /shop/cart",
      "shop loader routes/cart",
      "shop carts.read",
    ]),
  );
  const request = trace!.spans.find(
    ({ name, service }) => name === "GET /shop/cart" && service === "shop-browser",
  )!;
  for (const span of trace!.spans.filter(({ name }) => name.startsWith("client loader")))
    expect(span.selfMs, span.name).toBeLessThan(span.durationMs - 0.8 * request.durationMs);
  for (const { selfMs, durationMs } of trace!.spans) {
    expect(selfMs).toBeGreaterThanOrEqual(0);
    expect(selfMs).toBeLessThanOrEqual(durationMs);
  }
});

test("a visitor's stay does not extend the page load's trace", async () => {
  await page.goto(`${shop.url}/shop/cart`);
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
  await page.getByRole("heading").click();
  await page.waitForTimeout(3_000);
  await page.goto("about:blank");
  const documentOf = async () => {
    const { traces } = (await (await project.get("/traces.json")).json()) as TraceList;
    return traces.find(
      ({ root, services }) => root.name === "GET /shop/cart" && services.includes("shop-browser"),
    );
  };
  await expect.poll(documentOf).toBeDefined();
  const { traceId, durationMs, spanCount } = (await documentOf())!;
  const trace = await waitForTrace(project, traceId, spanCount);
  const load = trace.spans.find(({ name }) => name === "document load")!;
  expect(durationMs).toBeCloseTo(load.durationMs, 2);
  expect(trace.durationMs).toBe(durationMs);
  const found = await project.get(
    `/traces.json?query=${encodeURIComponent(`duration:>${Math.floor(durationMs) + 1}ms`)}`,
  );
  expect(await found.text()).not.toContain(traceId);
});

test("React Router's lazy route discovery creates no traces or routes", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openCart();
  expect(asked).toContain("/__manifest");
  await expect.poll(async () => (await navigations()).length).toBe(2);
  const lists = await Promise.all(
    ["/traces.json", "/routes.json"].map((path) => project.get(path)),
  );
  for (const list of lists) expect(await list.text()).not.toContain("__manifest");
});

test("findings of a navigation name the server loader it waited for", async () => {
  for (let i = 0; i < 2; i++) await openCart();
  await expect.poll(async () => (await navigations()).length).toBe(4);
  type Routes = { routes: { id: string; route: string; kind: string }[] };
  const advice = async () => {
    const { routes } = (await (await project.get("/routes.json")).json()) as Routes;
    const cart = routes.find(({ route, kind }) => route === "/shop/cart" && kind === "navigation");
    const findings = await project.get(`/routes/${cart?.id}/findings.json`);
    return ((await findings.json()) as { advice?: string }).advice;
  };
  await expect.poll(advice).toContain("loader routes/cart");
});

test("a trace follows a loader's fetch to the second server", async () => {
  await page.goto(`${shop.url}/shop/stock`);
  await expect.poll(async () => (await stockDocuments()).length).toBe(1);
  const [trace] = await stockDocuments();
  const find = (service: string, start: string) =>
    trace!.spans.find((span) => span.service === service && span.name.startsWith(start))!;
  const [loader, call, answer] = [
    find("shop", "loader routes/stock"),
    find("shop", "GET 127"),
    find("stock", "GET"),
  ];
  expect([call.parentSpanId, answer.parentSpanId]).toEqual([loader.spanId, call.spanId]);
  expect(call).toMatchObject({ kind: "client", status: "unset", critical: true });
  expect(call.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.response.status_code": 200,
    "server.address": "127.0.0.1",
    "url.full": expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/stock\/boots$/),
  });
  expect(answer.durationMs).toBeGreaterThanOrEqual(60);
  expect(call.durationMs).toBeGreaterThanOrEqual(answer.durationMs);
  // The rest is reading the response.
  expect(loader.selfMs).toBeLessThan(loader.durationMs - answer.durationMs + 1);
});
