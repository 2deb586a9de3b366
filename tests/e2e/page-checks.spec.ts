import { mapConcurrently } from "./page-checks/map-concurrently.ts";
import { type CheckedInstance, startInstance } from "./page-checks/instance.ts";
import { listPages } from "./page-checks/pages.ts";
import { readPlain } from "./page-checks/read-plain.ts";
import { openVisitors, visit } from "./page-checks/visit.ts";
import { test as base, checkoutError, expect } from "./fixtures.ts";

// The pages come from the built route table, so a new page is checked without being named here.
// One with a path parameter that has no example in `tests/harness/data/filled-project.ts` fails.

const test = base.extend<{}, { instance: CheckedInstance }>({
  instance: [
    async ({}, use) => {
      const instance = await startInstance();
      await use(instance);
      await instance.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("every page passes axe, keyboard, phone, print, forced-color, and console checks", async ({
  browser,
  instance,
  withScripts,
}) => {
  test.skip(!withScripts, "axe is itself a script; without scripts the pages are read as text");
  test.setTimeout(480_000);
  const pages = await listPages(instance);
  const visitors = await openVisitors(browser, instance);
  const titles = new Map<string, Set<string>>();
  const problems = await mapConcurrently(pages, 3, async (page) => {
    const seen = await visit(visitors, page);
    titles.set(seen.title, (titles.get(seen.title) ?? new Set()).add(page.pattern));
    return seen.problems.map((what) => `${page.name} ${what}`);
  });
  expect.soft(problems.flat()).toEqual([]);
  const shared = [...titles].filter(([title, patterns]) => title.length < 6 || patterns.size > 1);
  expect.soft(shared.map(([title, patterns]) => [title, ...patterns])).toEqual([]);
});

test("every page has readable text and a small size without scripts and styles", async ({
  instance,
  withScripts,
}) => {
  test.skip(withScripts, "responses do not depend on scripts");
  const pages = await mapConcurrently(await listPages(instance), 4, (page) =>
    readPlain(page, instance),
  );
  const sizes = pages
    .toSorted((a, b) => b.kib - a.kib)
    .map(({ name, kib }) => `${kib.toFixed(1)} KiB  ${name}`);
  console.log(["HTML, gzip'd:", ...sizes].join("\n"));
  expect(pages.flatMap(({ name, problems }) => problems.map((what) => `${name} ${what}`))).toEqual(
    [],
  );
});

test("the keyboard skips to the content and opens the first issue", async ({
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
