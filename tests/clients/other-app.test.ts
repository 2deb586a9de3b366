import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { type Collector, startCollector } from "#tests/harness/servers/otlp-collector.ts";
import { type Shop, startShop } from "#tests/harness/apps/other-app.ts";

/**
 * Both published halves in a separate React Router application: each visitor action is one trace.
 */
let collector: Collector;
let shop: Shop;
let browser: Browser;
let page: Page;
const polling = { interval: 200 };
const complaints: string[] = [];
beforeAll(async () => {
  collector = await startCollector();
  shop = await startShop(collector.url);
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  shop?.stop();
  collector?.close();
});
beforeEach(() => collector.forget());

/** Opens a document and waits for browser tracing. */
async function open(path: string): Promise<void> {
  await page.goto(`${shop.url}${path}`);
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
}

const link = (name: string) => page.getByRole("link", { name }).click();
const press = (name: string) => page.getByRole("button", { name }).click();

/** All data sent so far; pages are asked to flush. */
async function sent(): Promise<string> {
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  return collector.outline();
}

/** Waits until all of these are sent and form one complete trace. Returns its outline. */
async function traced(...lines: string[]): Promise<string> {
  const missing = async () => {
    const outline = await sent();
    return lines.filter((line) => !outline.includes(line));
  };
  await expect.poll(missing, polling).toEqual([]);
  // A span arrives before the one around it.
  const roots = async () => (await sent()).split("\n").filter((line) => !line.startsWith(" "));
  await expect.poll(roots, polling).toHaveLength(1);
  expect(
    new Set(collector.spans.map((span) => span.traceId)).size,
    `one trace:\n${collector.outline()}`,
  ).toBe(1);
  return collector.outline();
}

test("a document's load, hydration, and vitals belong to its request", async () => {
  await open("/shop/cart");
  await page.getByRole("heading").click();
  // Some vitals are reported when the page is left.
  await page.goto("about:blank");
  const names = () => collector.events.map((event) => event.attributes["browser.web_vital.name"]);
  await expect
    .poll(names, polling)
    .toEqual(expect.arrayContaining(["ttfb", "fcp", "lcp", "cls", "hydration"]));
  await expect
    .poll(() => collector.spans.map(({ name }) => name), polling)
    .toEqual(expect.arrayContaining(["document load", "GET /shop/cart"]));
  const load = collector.spans.find((span) => span.name === "document load")!;
  const trace = collector.spans.filter((span) => span.traceId === load.traceId);
  const request = trace.find((span) => span.kind === 2)!;
  expect(request).toMatchObject({
    service: "shop",
    name: "GET /shop/cart",
    spanId: load.parentSpanId,
  });
  expect(request.attributes["react_router.request"]).toBe("document");
  expect(load.attributes).toMatchObject({
    "http.route": "/shop/cart",
    "browser.navigation.type": "navigate",
  });
  const under = trace.filter((span) => span.parentSpanId === load.spanId).map((span) => span.name);
  expect(under.toSorted()).toEqual(["document fetch", "hydrate"]);
  for (const event of collector.events) {
    expect(event).toMatchObject({
      eventName: "browser.web_vital",
      traceId: load.traceId,
      spanId: load.spanId,
    });
    expect(event.attributes).toMatchObject({
      "http.route": "/shop/cart",
      "url.path": "/shop/cart",
    });
  }
});

test("a click in Chromium is traced down to queries of nested loaders", async () => {
  await open("/");
  await traced("shop GET", "document load");
  collector.forget();
  await link("Cart");
  const expected = `
shop-browser navigate /shop/cart
  shop-browser GET /shop/cart
    shop GET /shop/cart
      shop middleware routes/shop
        shop loader root
        shop loader routes/cart
          shop carts.read
        shop loader routes/shop
          shop products.list
  shop-browser client loader root
  shop-browser client loader routes/cart
  shop-browser client loader routes/shop`;
  await expect.poll(sent, polling).toBe(expected.trim());
  const loader = collector.spans.find((span) => span.name === "loader routes/cart")!;
  expect(loader.attributes).toEqual({
    "react_router.kind": "loader",
    "react_router.route.id": "routes/cart",
    "react_router.route.path": "cart",
    "react_router.route.parent_id": "routes/shop",
    "react_router.route.depth": 2,
  });
});

test("a submission is traced with its redirect and revalidation", async () => {
  await press("Boots");
  const expected = `
shop-browser submit /shop/cart
  shop-browser GET /shop
    shop GET /shop
      shop middleware routes/shop
        shop loader root
        shop loader routes/shop
          shop products.list
  shop-browser POST /shop/cart
    shop POST /shop/cart
      shop middleware routes/shop
        shop action routes/cart
          shop carts.add
  shop-browser client action routes/cart
  shop-browser client loader root
  shop-browser client loader routes/products
  shop-browser client loader routes/shop`;
  await expect.poll(sent, polling).toBe(expected.trim());
  const submit = collector.spans.find((span) => span.name === "submit /shop/cart")!;
  expect(submit.attributes["react_router.revalidated_loaders"]).toBe(3);
  // Of the revalidated loaders the shop's takes 20 ms; the action's 10 ms do not count.
  const loadedMs = submit.attributes["react_router.revalidated_ms"];
  const all = Number(BigInt(submit.endTimeUnixNano) - BigInt(submit.startTimeUnixNano)) / 1e6;
  expect(loadedMs).toBeGreaterThanOrEqual(20);
  expect(loadedMs).toBeLessThanOrEqual(all - 10);
});

test("Back and revalidation are traced although the router has no hooks for them", async () => {
  await page.goBack();
  expect(await traced("shop-browser history", "carts.read")).toMatch(
    /^shop-browser history \/shop\/cart\n/,
  );
  collector.forget();
  await press("Refresh");
  expect(await traced("shop-browser revalidate", "carts.read")).toMatch(
    /^shop-browser revalidate \/shop\/cart\n/,
  );
});

test("fetchers and a client loader are traced", async () => {
  await press("Peek");
  expect(await traced("shop-browser fetcher load", "carts.read")).toMatch(
    /^shop-browser fetcher load \/shop\/cart\n/,
  );
  collector.forget();
  await press("Lamp");
  expect(await traced("shop-browser fetcher submit", "carts.add", "products.list")).toMatch(
    /^shop-browser fetcher submit \/shop\/cart\n/,
  );
  collector.forget();
  await link("Search");
  expect(await traced("shop-browser navigate", "shop loader routes/search")).toMatch(
    /^shop-browser navigate \/shop\/search\n/,
  );
});

test("a throwing loader is reported once; a thrown 404 is a response", async () => {
  await link("Broken");
  await traced("shop loader routes/product", "shop-browser navigate");
  const thrown = collector.spans.filter((span) =>
    span.events.some((event) => event.name === "exception"),
  );
  expect(thrown.map(({ service, name }) => `${service} ${name}`)).toEqual([
    "shop loader routes/product",
  ]);
  expect(thrown[0]!.events[0]!.attributes).toMatchObject({
    "exception.type": "TypeError",
    "exception.message": "The price is not a number",
    "exception.stacktrace": expect.stringMatching(/build\/[\w-]+\/server\/index\.js/),
  });
  const failed = collector.spans
    .filter((span) => span.status.code === 2)
    .map(({ service, kind }) => `${service} ${kind}`);
  expect(failed.toSorted(), "both loaders, the request, its answer, and the navigation").toEqual(
    ["shop 1", "shop 2", "shop-browser 1", "shop-browser 1", "shop-browser 3"].toSorted(),
  );
  expect(collector.spans.find(({ name }) => name.startsWith("navigate"))!.status.code).toBe(2);

  collector.forget();
  await link("Unknown");
  await traced("products.find", "shop-browser navigate");
  expect(collector.spans.filter((span) => span.events.length > 0)).toEqual([]);
  expect(collector.spans.filter((span) => span.status.code === 2)).toEqual([]);
  const request = collector.spans.find(
    ({ service, kind }) => service === "shop-browser" && kind === 3,
  )!;
  expect(request).toMatchObject({
    status: { code: 1 },
    attributes: { "http.response.status_code": 404 },
  });
});

test("a navigation whose page fails to render has failed, with the error on it", async () => {
  await open("/shop");
  await traced("shop GET /shop", "document load");
  collector.forget();
  await link("Undrawable");
  // Flushing before would end the navigation as if the page were left.
  await page.getByRole("heading", { name: "Failed" }).waitFor();
  await traced("shop loader routes/product", "shop-browser navigate");
  const navigation = collector.spans.find(({ name }) => name.startsWith("navigate"))!;
  expect(navigation).toMatchObject({
    name: "navigate /shop/product/:product",
    status: { code: 2 },
  });
  expect(navigation.events.map(({ attributes }) => attributes)).toEqual([
    expect.objectContaining({
      "exception.type": "RangeError",
      "exception.message": "Boots cannot be drawn",
    }),
  ]);
  expect(collector.spans.filter(({ status }) => status.code === 2)).toEqual([navigation]);
});

test("prefetches are marked as used or unused", async () => {
  await open("/shop");
  await traced("shop GET /shop", "document load");
  collector.forget();
  for (const name of ["The lamp", "The kettle"]) {
    const prefetch = page.waitForResponse(/product\/\w+\.data/);
    await page.getByRole("link", { name }).hover();
    await (await prefetch).finished();
  }
  await link("The kettle");
  await expect.poll(sent, polling).toContain("navigate /shop/product/:product");
  const beforehand = () =>
    collector.spans.filter((span) => span.attributes["react_router.prefetch"]);
  await expect.poll(() => beforehand().length, polling).toBe(2);
  expect(beforehand().map((span) => span.attributes["react_router.request"])).toEqual([
    "data",
    "data",
  ]);
  await link("Cart");
  await expect.poll(sent, polling).toContain("navigate /shop/cart");
  const used = collector.spans.filter((span) => span.attributes["react_router.prefetched"]);
  expect(used.map((span) => span.name)).toEqual(["navigate /shop/product/:product"]);
});

test("with measurement off, no script is loaded and no header is added", async () => {
  const left = await browser.newPage({ extraHTTPHeaders: { "sec-gpc": "1" } });
  const asked: string[] = [];
  left.on("request", (request) => asked.push(request.url(), request.headers().traceparent ?? ""));
  await left.goto(shop.url, { waitUntil: "networkidle" });
  await left.getByRole("link", { name: "Cart" }).click();
  await left.getByRole("heading", { name: "Cart" }).waitFor();
  expect(asked.filter((text) => /recorder|^00-/.test(text))).toEqual([]);
  await left.close();
});

test("both halves send the key; pages log only intended errors", () => {
  expect([...collector.keys]).toEqual(["Bearer k1"]);
  expect(
    complaints.filter((text) => !/status of (?:404|500)|Boots cannot be drawn/.test(text)),
  ).toEqual([]);
});
