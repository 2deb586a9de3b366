import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { TestProject } from "#tests/harness/project.ts";
import { callReleases, readReleases, sendSessions } from "#tests/harness/data/releases.ts";
import { sendRouteLoad } from "#tests/harness/data/route-load.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { readVitals, type SentVital, sendVitals } from "#tests/harness/data/vitals.ts";
import { checkoutError, chooseScope, expect, test } from "./fixtures.ts";

const hourMs = 3_600_000;
const ago = (hours: number) => Date.now() - hours * hourMs;
const visit = (index: number) => ({ release: "2.14.0", route: "/cart", at: ago(index / 4 + 1) });
const iso = (hours: number) => new Date(ago(hours)).toISOString();

/**
 * Sends data of a shop whose cart is slower since the deploy six hours ago, with sessions and
 * vitals.
 */
async function fillShop(spoor: Spoor, project: TestProject): Promise<void> {
  for (const [version, hours] of [
    ["2.13.0", 60],
    ["2.14.0", 6],
  ] as const) {
    await callReleases(spoor, "POST", "", { version, projects: [project.slug] });
    await callReleases(spoor, "POST", `${version}/deploys/`, {
      environment: "production",
      dateFinished: iso(hours),
    });
  }
  await sendRouteLoad(spoor, project, { requests: 4_000, hours: 20, withChildren: false });
  const visits = Array.from({ length: 40 }, (_, index): SentVital[] => [
    { ...visit(index), vital: "lcp", value: index % 4 === 0 ? 4_500 : 1_000, id: `lcp-${index}` },
    { ...visit(index), vital: "ttfb", value: 300, id: `ttfb-${index}` },
  ]);
  await sendVitals(spoor, project, visits.flat());
  await sendSessions(
    spoor,
    project,
    Array.from({ length: 50 }, (_, index) => ({
      release: index < 10 ? "2.14.0" : "2.13.0",
      init: true,
      did: `user ${index}`,
      environment: "production",
      status: index < 2 ? "crashed" : "exited",
      errors: index < 2 ? 1 : 0,
      started: ago(index / 10 + 0.2),
    })),
  );
  await expect
    .poll(async () => (await readVitals(project)).routes.map(({ count }) => count))
    .toEqual([40]);
  await expect
    .poll(async () => (await readReleases(project)).map(({ sessions }) => sessions?.count))
    .toEqual([10, 40]);
}

const summary = (page: Page) => page.locator("p.summary");
const figure = (page: Page, name: string) =>
  page.locator("dl.stats > div").filter({ has: page.getByText(name, { exact: true }) });

test("a project's overview summarizes changes since the last deploy and links to sources", async ({
  ownerPage: page,
  project,
  spoor,
  send,
}) => {
  await fillShop(spoor, project);
  await send({ ...checkoutError, release: "2.14.0" });
  await page.goto(`/${project.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(project.slug);
  await expect(
    page.getByRole("navigation", { name: project.slug }).getByRole("link").first(),
  ).toHaveText("Overview");
  await expect(page.getByRole("link", { name: "Overview" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(summary(page)).toHaveText(
    /^Since 2\.14\.0 was deployed (?:yesterday )?at \d\d:\d\d: 1 new issue and \/cart is \d+% slower at p75\. /,
  );
  await expect(figure(page, "Requests")).toContainText("4,000");
  await expect(figure(page, "Crashed sessions")).toContainText("4%");
  await expect(figure(page, "Users affected")).toContainText("1");
  await expect(
    page.getByRole("img", { name: /^Requests per hour: .*Releases: 2\.14\.0 at/ }),
  ).toBeVisible();
  await page.getByText("View as table").click();
  await expect(
    page.getByRole("table", { name: "Requests and failures per hour, UTC" }),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: "New and regressed issues" })).toContainText(
    "New in 2.14.0",
  );
  await expect(page.getByRole("row", { name: /^GET \/cart/ }).first()).toContainText("slower");
  // The current share depends on the minute of the hour.
  await expect(
    page.getByRole("listitem").filter({ hasText: "deployed to production" }),
  ).toContainText(/\d+% adoption, 20% in 24 h|20% adoption, 24 h/);
  await expect(page.getByRole("row", { name: "LCP" })).toContainText(
    "75% good, 0% needs improvement, 25% poor",
  );

  const targets: [link: string, address: RegExp][] = [
    ["2.14.0", /\/releases\/2\.14\.0/],
    ["1 new issue", /\/issues\?.*query=is%3Aunresolved\+first-seen/],
    ["/cart", /\/routes\/\d+/],
  ];
  for (const [link, address] of targets) {
    await page.goto(`/${project.slug}`);
    await summary(page).getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(address);
  }
  await page.goto(`/${project.slug}`);
  await summary(page).getByRole("link", { name: "1 new issue" }).click();
  await expect(page.getByRole("link", { name: /checkout failed/ })).toBeVisible();
});

test("the overview filters by time range and environment and is accessible", async ({
  ownerPage: page,
  project,
  spoor,
  send,
  withScripts,
}) => {
  await fillShop(spoor, project);
  await send({ ...checkoutError, release: "2.14.0" });
  await page.goto(`/${project.slug}`);
  await chooseScope(page, "Time range", "Last hour");
  await expect(page).toHaveURL(new RegExp(`/${project.slug}\\?since=1h$`));
  await expect(summary(page)).toContainText("In the last hour: 1 new issue");
  await chooseScope(page, "Environment", "production");
  await expect(page).toHaveURL(/environment=production/);
  await expect(summary(page)).toContainText("1 new issue");
  for (const [theme, width] of [
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.context().addCookies([{ name: "spoor_theme", value: theme, url: spoor.url }]);
    await page.goto(`/${project.slug}`);
    await expect(summary(page)).toBeVisible();
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/overview-${theme}-${width}-${withScripts}.png`,
        fullPage: true,
      });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    // axe needs scripts.
    if (withScripts) expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
});

test("the pointer shows values on a chart", async ({
  ownerPage: page,
  project,
  spoor,
  withScripts,
}) => {
  test.skip(!withScripts);
  await sendRouteLoad(spoor, project, { requests: 500, hours: 20, withChildren: false });
  await page.goto(`/${project.slug}`);
  const plot = page.getByRole("img", { name: /^Requests per hour/ });
  const reading = page.locator("p.reading");
  await expect(async () => {
    const box = (await plot.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 200);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2);
    await expect(reading).toHaveText(/^\w+ \d+, \d\d:\d\d · Requests \d+ · Failed \d+$/, {
      timeout: 1_000,
    });
  }).toPass();
  await page.mouse.move(0, 0);
  await expect(reading).toHaveCount(0);
});

test("a new project links to setup; one without traces explains it", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await page.goto(`/${project.slug}`);
  await page.getByRole("main").getByRole("link", { name: "Connect an application" }).click();
  await expect(page).toHaveURL(/\/connect$/);
  const { release: _, ...unreleased } = checkoutError;
  await send(unreleased);
  await page.goto(`/${project.slug}`);
  await expect(summary(page)).toHaveText("In the last 24 hours: 1 new issue.");
  await expect(page.getByText("No requests in this period.")).toBeVisible();
  await expect(page.getByText("Too few requests to compare routes")).toBeVisible();
});
