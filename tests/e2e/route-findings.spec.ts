import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { TestProject } from "#tests/harness/project.ts";
import { sendRouteLoad, type LoadedRoute } from "#tests/harness/data/route-load.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { expect, openComplete, test } from "./fixtures.ts";

const loader = (id: string, parent?: string) =>
  `react_router.kind=loader react_router.route.id=${id}${parent ? ` react_router.route.parent_id=${parent}` : ""}`;
const query = (summary: string) => `client db.system.name=sqlite db.query.summary=${summary}`;

/**
 * Two parallelizable queries (100 ms saved), a query for each of five rows (120 ms saved), one
 * blocking loader.
 */
const cart = `
  GET /cart 0-400 @shop server http.route=/cart http.request.method=GET http.response.status_code=200
    loader root 2-30 ${loader("root")}
      findUser 3-29 ${query("find_user")}
    loader routes/cart 2-392 ${loader("routes/cart", "root")}
      findCart 4-104 ${query("find_cart")}
      findShop 104-214 ${query("find_shop")}
      price everything 214-230
      listLines 230-240 ${query("list_lines")}
      product 240-270 ${query("find_product")}
      product 270-300 ${query("find_product")}
      product 300-330 ${query("find_product")}
      product 330-360 ${query("find_product")}
      product 360-390 ${query("find_product")}`;

test("a route's page explains its time, suggests fixes, and links to spans", async ({
  ownerPage: page,
  project,
  spoor,
  withScripts,
}) => {
  const sent = await Promise.all([1, 2, 3, 4].map(() => sendTrace(spoor, project, cart)));
  await sendTrace(
    spoor,
    project,
    "GET /cart 0-40 @shop server http.route=/cart http.request.method=GET",
  );
  const id = await idOf(project, "/cart", 5);
  await openComplete(page, `/${project.slug}/routes/${id}`);
  const findings = page.getByRole("region", { name: /^Suggested fixes/ });
  await expect(findings.locator(".advice")).toHaveText(
    "95% of the time is in loader routes/cart. find_product runs 5× per request. Batching it would save 120 ms (median) in 4 of 5 requests.",
  );
  await expect(findings).toContainText("Based on 5 sampled traces.");

  const loaders = page.getByRole("table", { name: /^Loaders, actions/ });
  await expect(loaders.getByRole("row").nth(2)).toContainText(
    /routes\/cart loader\s*95%\s*4 of 5\s*390\.0 ms/,
  );
  await expect(loaders.getByRole("row").nth(1)).toContainText(/root loader\s*0%/);
  const fixes = findings.getByRole("listitem");
  await expect(fixes.first()).toContainText("−120.0 ms");
  await expect(fixes.first()).toContainText("Batch find_product: runs 5× per request");
  await expect(fixes.first()).toContainText(
    "Once for each row of list_lines, in routes/cart, 150.0 ms in total",
  );
  await expect(fixes.first()).toContainText("found in 4 of 5");
  const serial = fixes.filter({ hasText: "Sequential calls" });
  await expect(serial).toContainText("Run find_cart and find_shop in parallel");
  await expect(serial).toContainText("210.0 ms · found in 4 of 5");
  await expect(serial).toContainText("−100.0 ms");
  await expectNoViolations(page, withScripts);

  await serial.getByRole("link").click();
  await expect(page).toHaveURL(
    new RegExp(`/traces/(?:${sent.map(({ traceId }) => traceId).join("|")})/spans/`),
  );
  await expect(page.getByRole("complementary", { name: "findCart" })).toContainText("100.0 ms");

  const data = async () =>
    (await (await project.get(`/routes/${id}/findings.json`)).json()) as Record<string, unknown>;
  await expect.poll(data).toMatchObject({
    looked: { sampled: 5, at: 5, requests: 5, notKept: 0, tooLarge: 0, outOfTime: 0 },
    serial: [{ names: ["find_cart", "find_shop"], found: 4, savedMs: 100 }],
    repeats: [{ label: "find_product", kind: "n-plus-one", medianCount: 5, savedMs: 120 }],
  });
});

const cartRoute: LoadedRoute = {
  service: "web",
  kind: "server",
  route: "/cart",
  weight: 1,
  medianMs: 85,
  spread: 1.9,
  failing: 0.01,
  slowed: 1.8,
  loaders: ["root", "routes/shop", "routes/cart"],
};

test("two releases of a route are compared by metric, significance, and trace", async ({
  ownerPage: page,
  project,
  spoor,
  withScripts,
}) => {
  await sendRouteLoad(spoor, project, { requests: 700, hours: 20, routes: [cartRoute] });
  const id = await idOf(project, "/cart", 700);
  await openComplete(page, `/${project.slug}/routes/${id}/compare`);
  await expect(
    page.getByText(/^Significantly slower: p50 by \d+ ms \(\+\d+%\), p75 by/),
  ).toBeVisible();
  const figures = page
    .getByRole("table", { name: "2.13.0 and 2.14.0 side by side" })
    .getByRole("row");
  await expect(figures.filter({ hasText: "p50" })).toContainText("Yes: slower");
  await expect(figures.filter({ hasText: "p99" })).toContainText("Not enough data");
  await expect(figures.filter({ hasText: "Failed" })).toContainText(/Not enough data|No/);
  const routes = page.getByRole("table", { name: /^Routes in a trace of 2\.13\.0/ });
  await expect(routes.getByRole("row").filter({ hasText: "routes/cart" })).toContainText("+");
  await expectNoViolations(page, withScripts);

  await page.getByRole("combobox", { name: "From" }).selectOption("2.14.0");
  await page.getByRole("combobox", { name: "to", exact: true }).selectOption("2.13.0");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(/from=2\.14\.0&to=2\.13\.0/);
  await expect(page.getByText(/^Significantly faster: p50 by/)).toBeVisible();
  await page.getByRole("link", { name: "Compare the two traces span by span" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trace comparison");

  const answer = await project.get(`/routes/${id}/compare.json?from=2.13.0&to=2.14.0`);
  const data = (await answer.json()) as { comparison: { quantiles: { verdict: string }[] } };
  expect(data).toMatchObject({ releases: [{ release: "2.14.0" }, { release: "2.13.0" }] });
  expect(data.comparison.quantiles[0]).toMatchObject({ q: 0.5, verdict: "slower" });
});

test("with one release, the comparison page says that there is nothing to compare", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  await sendTrace(
    spoor,
    project,
    "GET /cart 0-40 @shop server http.route=/cart resource:service.version=1.0.0",
  );
  const id = await idOf(project, "/cart", 1);
  await page.goto(`/${project.slug}/routes/${id}/compare`);
  await expect(
    page.getByText("Only one release has data in this time range: 1.0.0, 1 request."),
  ).toBeVisible();
  const gone = await page.goto(`/${project.slug}/routes/999999999/compare`);
  expect(gone!.status()).toBe(404);
});

/** Waits for the rollups of all requests, which follow stored spans shortly. */
async function idOf(project: TestProject, route: string, requests: number): Promise<number> {
  type Routes = { routes: { id: number; route: string; count: number }[] };
  const find = async () => {
    const { routes } = (await (await project.get("/routes.json")).json()) as Routes;
    return routes.find((each) => each.route === route);
  };
  await expect.poll(async () => (await find())?.count).toBe(requests);
  return (await find())!.id;
}

/** Runs axe on a wide light and a narrow dark page; nothing scrolls sideways. */
async function expectNoViolations(page: Page, withScripts: boolean): Promise<void> {
  if (!withScripts) return;
  for (const [colorScheme, width] of [
    ["dark", 390],
    ["light", 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const told = violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
    expect(told).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  }
}
