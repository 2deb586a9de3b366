import type { Page } from "@playwright/test";
import type { IssueJson } from "#tests/harness/project.ts";
import { type SampleSpoor, startSampleSpoor } from "#tests/harness/sample-spoor.ts";
import { expect, hydrated, openComplete, takesKeys, test } from "./fixtures.ts";

// How many clicks on-call tasks take in the sample data. A click or a search loads one page.

let spoor: SampleSpoor;
test.beforeAll(async () => void (spoor = await startSampleSpoor()));
test.afterAll(() => spoor?.remove());

type Way = { clicks: number; click(name: RegExp | string, within?: string): Promise<void> };

async function begin(page: Page, path: string): Promise<Way> {
  await page
    .context()
    .addCookies([{ name: "spoor_session", value: spoor.session, url: spoor.url }]);
  await openComplete(page, `${spoor.url}/${spoor.slug}${path}`);
  const way: Way = {
    clicks: 0,
    async click(name, within = "main") {
      way.clicks += 1;
      await page.locator(within).getByRole("link", { name }).first().click();
    },
  };
  return way;
}

test("finding the cause of a slow route takes at most 3 clicks", async ({ page }) => {
  const way = await begin(page, "/routes?since=24h");
  await way.click("/checkout");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("/checkout");
  // The route's page suggests the fix without another click.
  await openComplete(page, page.url());
  await expect(page.getByRole("main")).toContainText(
    /GET stock\.internal\/availability.*in parallel/,
  );
  expect(way.clicks).toBeLessThanOrEqual(3);
});

test("getting from an error to the failed query takes at most 2 clicks", async ({ page }) => {
  const way = await begin(page, "/issues?query=is%3Aopen+timeout");
  await way.click(/canceling statement/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("canceling statement");
  await way.click(/SELECT stock_reservations|View trace|Trace/);
  await expect(page.getByRole("main")).toContainText("SELECT stock_reservations");
  expect(way.clicks).toBeLessThanOrEqual(2);
});

test("finding one user's errors by email takes one search", async ({ page }) => {
  const way = await begin(page, "/issues?query=");
  const box = page.getByRole("search", { name: "Issues" }).getByLabel("Search", { exact: true });
  await box.fill("user.email:jonas.weber@example.com");
  await box.press("Enter");
  await expect(page).toHaveURL(/jonas/);
  await expect(page.locator("main table tbody tr").nth(3)).toBeVisible();
  expect(way.clicks).toBe(0);
});

test("reaching the slowest traces of a route takes at most 2 clicks", async ({ page }) => {
  const way = await begin(page, "/routes?since=24h");
  await way.click("/checkout");
  const slowest = page.locator("main table", {
    has: page.getByRole("columnheader", { name: "Slowest" }),
  });
  way.clicks += 1;
  await slowest.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/traces\/[0-9a-f]{32}/);
  expect(way.clicks).toBeLessThanOrEqual(2);
});

test("resolving ten issues by keyboard takes at most 2 keys each", async ({
  page,
  withScripts,
}) => {
  test.skip(!withScripts, "keys need scripts");
  await begin(page, "/issues?query=is%3Aopen");
  const open = await openIssues();
  expect(open.length).toBeGreaterThanOrEqual(10);
  await hydrated(page);
  await takesKeys(page);
  let keys = 0;
  for (let resolved = 0; resolved < 10; resolved++) {
    // The row after a resolved one takes the focus; only the first row needs a key.
    if (resolved === 0) await press("j");
    await expect(page.locator("main tbody tr:focus-within th")).toBeVisible();
    await press("e");
    await expect.poll(async () => (await openIssues()).length).toBe(open.length - resolved - 1);
    await expect(page.locator("main tbody tr")).toHaveCount(open.length - resolved - 1);
  }
  expect(keys).toBeLessThanOrEqual(20);

  async function press(key: string): Promise<void> {
    keys += 1;
    await page.keyboard.press(key);
  }
});

const openIssues = async () =>
  (await spoor.read<{ issues: IssueJson[] }>("/issues.json?query=is%3Aopen&limit=200")).issues;
