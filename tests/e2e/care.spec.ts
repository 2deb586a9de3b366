import { inLanes } from "./care/in-lanes.ts";
import { type CareInstance, startInstance } from "./care/instance.ts";
import { listPages } from "./care/pages.ts";
import { readPlain } from "./care/readable.ts";
import { openVisitors, visit } from "./care/visit.ts";
import { test as base, checkoutError, expect } from "./fixtures.ts";

// Every page there is, read from what was built: a new one is looked at without being named here, and one with a part in its
// address that has no example yet fails (`tests/harness/filled-project.ts`).

const test = base.extend<{}, { instance: CareInstance }>({
  instance: [
    async ({}, use) => {
      const instance = await startInstance();
      await use(instance);
      await instance.remove();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

test("every page: axe, the keyboard, a phone, paper, the system's colours, no complaint of the browser", async ({
  browser,
  instance,
  withScripts,
}) => {
  test.skip(!withScripts, "axe is itself a script; without scripts the pages are read as text");
  test.setTimeout(240_000);
  const pages = await listPages(instance);
  const visitors = await openVisitors(browser, instance);
  const titles = new Map<string, Set<string>>();
  const wrong = await inLanes(pages, 3, async (page) => {
    const seen = await visit(visitors, page);
    titles.set(seen.title, (titles.get(seen.title) ?? new Set()).add(page.pattern));
    return seen.wrong.map((what) => `${page.name} ${what}`);
  });
  expect.soft(wrong.flat()).toEqual([]);
  const shared = [...titles].filter(([title, patterns]) => title.length < 6 || patterns.size > 1);
  expect.soft(shared.map(([title, patterns]) => [title, ...patterns])).toEqual([]);
});

test("every page without scripts and styles: its text is there, and it is small", async ({ instance, withScripts }) => {
  test.skip(withScripts, "the same bytes");
  const pages = await inLanes(await listPages(instance), 4, (page) => readPlain(page, instance));
  const sizes = pages.toSorted((a, b) => b.kib - a.kib).map(({ name, kib }) => `${kib.toFixed(1)} KiB  ${name}`);
  console.log(["HTML, gzip'd:", ...sizes].join("\n"));
  expect(pages.flatMap(({ name, wrong }) => wrong.map((what) => `${name} ${what}`))).toEqual([]);
});

test("the first stop leads past the masthead, and the keyboard opens the first issue", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await send(checkoutError);
  await page.goto(`/${project.slug}/issues`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  const link = page.getByRole("rowheader").getByRole("link");
  const inMain = page.locator("main :focus");
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    await expect(inMain, "the masthead is behind us").toHaveCount(1);
    if (await link.evaluate((element) => element === document.activeElement)) break;
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/issues\/[\w-]+-1/);
});
