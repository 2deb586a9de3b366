import type { BrowserContext, Page } from "@playwright/test";
import type { CheckedInstance } from "#tests/e2e/page-checks/instance.ts";
import { launchBrowser } from "#tests/harness/browser.ts";
import { figure, type Figure } from "../figure.ts";
import { findBrowser } from "#tests/set-up.js";
import type { Bench } from "../suite.ts";

/** Waiting time of a user in a real Chromium. */
export async function inBrowser(
  bench: Bench,
  instance: CheckedInstance,
  bigTrace: string,
): Promise<Figure[]> {
  if (!findBrowser()) {
    bench.leaveOut("there is no Chromium on this machine", ...names);
    return [];
  }
  const browser = await launchBrowser();
  const open = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 1280, height: 800 },
    });
    await context.addCookies([
      { name: "spoor_session", value: instance.session, url: instance.spoor.url },
    ]);
    return context;
  };
  const [plain, enhanced] = [await open(false), await open(true)];
  const issues = `${instance.spoor.url}/${instance.named[":project"]}/issues`;
  const requests = await requestsToRead(plain, issues);
  const readableMs: number[] = [];
  for (let round = 0; round < bench.rounds; round++) readableMs.push(await openMs(plain, bigTrace));
  const changes = await changeTabs(enhanced, `${issues}/${instance.named[":issue"]}`);
  await browser.close();
  const atMost = (bound: number) => ({ of: "value", atMost: bound }) as const;
  return [
    figure({ name: names[0], unit: "requests", values: [requests], budget: atMost(2) }),
    figure({ name: names[1], unit: "ms", values: readableMs, budget: atMost(1000) }),
    figure({
      name: names[2],
      unit: "requests",
      values: changes.map((each) => each.requests),
      budget: atMost(1),
    }),
    figure({
      name: names[3],
      unit: "",
      values: [Math.max(...changes.map(({ shift }) => shift))],
      budget: atMost(0),
    }),
  ];
}

const names = [
  "requests before a page can be read, JavaScript off",
  "a trace of 10,000 spans, JavaScript off, open to readable",
  "requests of a change of tabs",
  "layout shift of a change of tabs (CLS)",
] as const;

/**
 * Requests that a page waits for. Preloaded scripts that do not run and the favicon delay nothing.
 */
async function requestsToRead(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const asked: string[] = [];
  page.on(
    "request",
    (request) => void (request.resourceType() !== "script" && asked.push(request.url())),
  );
  await page.goto(url, { waitUntil: "load" });
  await page.close();
  return asked.filter((each) => !each.endsWith(".svg")).length;
}

/** Until the document is complete and painted, in a new page as opened by an external link. */
async function openMs(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: "load" });
  const loadedMs = performance.now() - startedAt;
  const paintedMs = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  await page.close();
  return Math.max(loadedMs, paintedMs ?? 0);
}

type Change = { requests: number; shift: number };

/** Clicks from tab to tab after hydration and idleness: requests and layout shifts. */
async function changeTabs(context: BrowserContext, issue: string): Promise<Change[]> {
  const page = await context.newPage();
  await page.addInitScript(sumShifts);
  await page.goto(issue, { waitUntil: "networkidle" });
  const changes: Change[] = [];
  for (const name of [/^Events/, /^Tags/, /^Activity/]) changes.push(await changeTab(page, name));
  await page.close();
  return changes;
}

async function changeTab(page: Page, name: RegExp): Promise<Change> {
  const asked: string[] = [];
  const note = (request: { url(): string; method(): string }) => {
    if (request.method() === "GET") asked.push(request.url());
  };
  const before = page.url();
  page.on("request", note);
  await page.locator("main").getByRole("link", { name }).first().click();
  await page.waitForURL((url) => url.href !== before);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  const shift = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
  return { requests: asked.filter((url) => /\.data\b/.test(url)).length, shift };
}

/**
 * Runs in the page. Shifts within half a second of a click usually count as intended; here they are
 * measured.
 */
function sumShifts(): void {
  const sums = globalThis as unknown as { shifted: number };
  sums.shifted = 0;
  type Shift = PerformanceEntry & { value: number };
  const observe = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries() as Shift[]) sums.shifted += entry.value;
  };
  new PerformanceObserver(observe).observe({ type: "layout-shift", buffered: true });
}
