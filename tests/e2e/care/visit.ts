import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { CareInstance } from "./instance.ts";
import { axeComplaints, coloursAlone, everything, paperComplaints, phoneComplaints, systemComplaints } from "./look.ts";
import type { CarePage } from "./pages.ts";
import { walkByTab } from "./tab-walk.ts";

export type Visitors = Record<CarePage["as"], BrowserContext>;

/** Two browsers: one signed in as the owner, one signed out. */
export async function openVisitors(browser: Browser, { spoor, session }: CareInstance): Promise<Visitors> {
  const options = { viewport: desk, reducedMotion: "reduce", colorScheme: "light" } as const;
  const [owner, nobody] = await Promise.all([browser.newContext(options), browser.newContext(options)]);
  await owner.addCookies([{ name: "spoor_session", value: session, url: spoor.url }]);
  // Signed in by password, without the second factor yet.
  await nobody.addCookies([{ name: "spoor_step", value: "begun", url: spoor.url }]);
  return { owner, nobody };
}

const desk = { width: 1280, height: 800 };

/** Opens the page once and looks at it in every way. Returns its title and what is wrong, a sentence each. */
export async function visit(
  visitors: Visitors,
  { as, url, status }: CarePage,
): Promise<{ title: string; wrong: string[] }> {
  const page = await visitors[as].newPage();
  const wrong: string[] = [];
  page.on("pageerror", ({ message }) => wrong.push(`throws ${message}`));
  page.on("console", (message) => {
    const isOwnStatus = status !== 200 && message.location().url === url;
    if (["error", "warning"].includes(message.type()) && !isOwnStatus) wrong.push(`logs ${message.text()}`);
  });
  const answer = await page.goto(url);
  if (answer?.status() !== status || page.url() !== url) wrong.push(`answers ${answer?.status()} at ${page.url()}`);
  await page.evaluate(untilAllIsLoaded);
  await page.evaluate(openWhatFolds);
  wrong.push(...(await lookAt(page)));
  const title = await page.title();
  await page.close();
  return { title, wrong };
}

async function lookAt(page: Page): Promise<string[]> {
  const headings = await page.locator("h1").count();
  const light = await axeComplaints(page, everything);
  const keyboard = await walkByTab(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeComplaints(page, coloursAlone);
  await page.emulateMedia({ colorScheme: "light" });
  return [
    ...(headings === 1 ? [] : [`has ${headings} h1`]),
    ...light.map((each) => `axe: ${each}`),
    ...dark.map((each) => `axe in the dark: ${each}`),
    ...keyboard.map((each) => `keyboard: ${each}`),
    ...(await systemComplaints(page)),
    ...(await paperComplaints(page)),
    ...(await phoneComplaints(page)),
  ];
}

/** Scripts of a page's parts come after it: what is looked at shall not be taken over meanwhile. */
async function untilAllIsLoaded(): Promise<void> {
  for (let known = -1; ;) {
    const { length } = performance.getEntriesByType("resource");
    if (length === known) return;
    known = length;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** What is folded is looked at as well. */
function openWhatFolds(): void {
  for (const details of document.querySelectorAll("details")) details.open = true;
}
