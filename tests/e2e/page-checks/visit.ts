import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { CheckedInstance } from "./instance.ts";
import {
  findAxeViolations,
  contrastRules,
  allRules,
  findPrintProblems,
  findOverflow,
  findForcedColorProblems,
} from "./inspect.ts";
import type { CheckedPage } from "./pages.ts";
import { walkByTab } from "./walk-by-tab.ts";

export type Visitors = Record<CheckedPage["as"], BrowserContext>;

/** Opens two browser contexts: one signed in as the owner, one signed out. */
export async function openVisitors(
  browser: Browser,
  { spoor, session }: CheckedInstance,
): Promise<Visitors> {
  const options = { viewport: desk, reducedMotion: "reduce", colorScheme: "light" } as const;
  const [owner, signedOut] = await Promise.all([
    browser.newContext(options),
    browser.newContext(options),
  ]);
  await owner.addCookies([{ name: "spoor_session", value: session, url: spoor.url }]);
  // As after a password, before the second factor.
  await signedOut.addCookies([{ name: "spoor_step", value: "begun", url: spoor.url }]);
  return { owner, signedOut };
}

const desk = { width: 1280, height: 800 };

/**
 * Opens the page once and runs every check. Returns its title and its problems, one sentence each.
 */
export async function visit(
  visitors: Visitors,
  { as, url, status }: CheckedPage,
): Promise<{ title: string; problems: string[] }> {
  const page = await visitors[as].newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(`throws ${message}`));
  page.on("console", (message) => {
    const isOwnStatus = status !== 200 && message.location().url === url;
    if (["error", "warning"].includes(message.type()) && !isOwnStatus)
      problems.push(`logs ${message.text()}`);
  });
  const answer = await page.goto(url);
  if (answer?.status() !== status || page.url() !== url)
    problems.push(`answers ${answer?.status()} at ${page.url()}`);
  await page.evaluate(waitUntilSettled);
  await page.evaluate(openDetails);
  problems.push(...(await runChecks(page)));
  const title = await page.title();
  await page.close();
  return { title, problems };
}

async function runChecks(page: Page): Promise<string[]> {
  const headings = await page.locator("h1").count();
  const light = await findAxeViolations(page, allRules);
  const keyboard = await walkByTab(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findAxeViolations(page, contrastRules);
  await page.emulateMedia({ colorScheme: "light" });
  return [
    ...(headings === 1 ? [] : [`has ${headings} h1`]),
    ...light.map((each) => `axe: ${each}`),
    ...dark.map((each) => `axe in the dark: ${each}`),
    ...keyboard.map((each) => `keyboard: ${each}`),
    ...(await findForcedColorProblems(page)),
    ...(await findPrintProblems(page)),
    ...(await findOverflow(page)),
  ];
}

/**
 * Waits until the page is hydrated and no more resources load, so that it does not change during
 * checks. A resource is listed when it is loaded: on a busy machine, the first script can take
 * longer than the pause.
 */
async function waitUntilSettled(): Promise<void> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 250));
  const isHydrating = () =>
    document.querySelector("script[type='module']") !== null &&
    performance.getEntriesByName("spoor.hydrated").length === 0;
  for (let pauses = 0; pauses < 40 && isHydrating(); pauses++) await pause();
  for (let known = -1; ;) {
    const { length } = performance.getEntriesByType("resource");
    if (length === known) break;
    known = length;
    await pause();
  }
  // Parts of the page that hydrate later do so while it is idle.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
}

/** Opens every `<details>`, so that its content is checked too. */
function openDetails(): void {
  for (const details of document.querySelectorAll("details")) details.open = true;
}
