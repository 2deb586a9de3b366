import { gzipSync } from "node:zlib";
import { sendRouteLoad, shopRoutes } from "#tests/harness/data/route-load.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import {
  cartTrace,
  checkoutError,
  chooseFilter,
  chooseScope,
  expect,
  hydrated,
  openComplete,
  test,
} from "./fixtures.ts";

test("routes are sorted and filtered with all state in the URL", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  await sendRouteLoad(spoor, project, { requests: 1_500, hours: 40 });
  await page.goto(`/${project.slug}/routes`);
  const rows = page.getByRole("table", { name: /^Routes with/ }).getByRole("rowheader");
  await expect(rows).toHaveCount(shopRoutes.length);
  await expect(rows.first()).toContainText("/shop/:product");
  await expect(page.getByRole("columnheader", { name: "Time spent" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(
    page.getByText(/^12 routes · [\d,]+ requests · .*Since \w+ \d+, \d\d:\d\d UTC, compared with/),
  ).toBeVisible();

  for (const [name, sort, first] of [
    ["Route", "route", "/"],
    ["Service", "service", /browser/],
    ["Req/min", "throughput", "/shop/:product"],
    ["Failure rate", "failures", /./],
    ["p50", "p50", "prune sessions"],
    ["p75", "p75", /./],
    ["p95", "p95", /./],
    ["p95 change", "change", /./],
    ["Apdex", "apdex", /./],
    ["Requests", "trend", /./],
  ] as const) {
    await page.getByRole("columnheader", { name, exact: true }).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`[?&]sort=${sort}$`));
    await expect(page.getByRole("columnheader", { name, exact: true })).toHaveAttribute(
      "aria-sort",
      /ending$/,
    );
    await expect(rows.first()).toContainText(first);
  }
  await page.getByRole("columnheader", { name: "Requests", exact: true }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=-trend/);

  await page.goto(`/${project.slug}/routes?sort=p95`);
  const search = page.getByRole("searchbox", { name: "Search routes" });
  await search.fill("cart");
  await search.press("Enter");
  await expect(page).toHaveURL(/query=cart/);
  await chooseFilter(page, "Service", "browser");
  await expect(page).toHaveURL(/(?=.*query=cart)(?=.*service=browser)(?=.*sort=p95)/);
  await expect(rows).toHaveCount(2);
  await chooseScope(page, "Time range", "Last year");
  await expect(page).toHaveURL(/since=365d/);
  await expect(page).toHaveURL(/query=cart/);
  await expect(rows).toHaveCount(2);
  await search.fill("");
  await search.press("Enter");
  await expect(page).not.toHaveURL(/query=cart/);
  await chooseFilter(page, "Service", "All services");
  await expect(page).not.toHaveURL(/service=browser/);
  await chooseFilter(page, "Release", "2.13.0");
  await expect(page).toHaveURL(/^(?!.*service=browser).*release=2\.13\.0/);
  await page.getByRole("link", { name: "Loaders and actions" }).click();
  await expect(rows.filter({ hasText: "routes/checkout" })).toHaveCount(1);
  await search.fill("no such route");
  await search.press("Enter");
  await page.getByRole("link", { name: "Show all routes" }).click();
  await expect(rows).toHaveCount(shopRoutes.length);
});

test("a route's page shows previous metrics, charts, releases, and trace links", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  await sendRouteLoad(spoor, project, { requests: 4_000, hours: 40 });
  await page.goto(`/${project.slug}/routes?since=12h&kind=server`);
  await page.getByRole("link", { name: "/cart" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("GET /cart endpoint");
  await expect(page.locator("dl.stats > div").filter({ hasText: "p50" })).toContainText(
    /\+\d+%.*slower/,
  );
  await expect(page.getByRole("img", { name: /^Durations: p50 / })).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^Percentiles over time. p95: maximum .*, latest .*/ }),
  ).toBeVisible();

  await page.getByText("View as table").first().click();
  const table = page.getByRole("table", { name: /^Percentiles, requests, and failures/ });
  await expect(table).toBeVisible();
  await expect(table.getByRole("rowheader").first()).toContainText(/^\w{3} \d+, \d\d:\d\d$/);

  await page
    .getByRole("link", { name: /^(navigation|page load) in browser$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /^\/cart (navigation|page load)$/,
  );
  await expect(page).toHaveURL(/since=12h/);
  await page.getByRole("link", { name: "GET endpoint in web" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("GET /cart endpoint");

  await page.getByRole("table", { name: "Traces: slowest" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/traces\/[0-9a-f]{32}\/spans\/[0-9a-f]{16}/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("GET /cart");
  await page.getByTitle("Route performance").click();
  await expect(page).toHaveURL(/\/routes\/%2Fcart\?since=12h$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("GET /cart endpoint");

  await page.goto(`/${project.slug}/routes/%2Fcart?since=30h`);
  const releases = page.getByRole("table", { name: /^This route by release/ });
  await expect(releases.getByRole("row").filter({ hasText: "2.14.0" })).toContainText("2.14.0");
  await releases.getByRole("link", { name: "2.14.0" }).click();
  await expect(page).toHaveURL(/\/routes\/\d+\/compare\?.*to=2\.14\.0/);
});

test("a route's page lists its issues, and an event links to its route", async ({
  ownerPage: page,
  project,
  send,
  spoor,
}) => {
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  await send({
    ...checkoutError,
    transaction: "GET /cart",
    contexts: { trace: { trace_id: traceId, span_id: cartTrace.spanIds.loaderCart } },
  });
  await expect
    .poll(
      async () =>
        ((await (await project.get("/routes.json?query=cart")).json()) as { routes: unknown[] })
          .routes.length,
    )
    .toBeGreaterThan(0);
  await openComplete(page, `/${project.slug}/routes/%2Fcart`);
  const issues = page.getByRole("table", { name: "Issues of this route" });
  await expect(issues.getByRole("row").filter({ hasText: "Error" }).first()).toContainText(
    /failed trace above|its culprit/,
  );
  await issues
    .getByRole("link")
    .filter({ hasText: "checkout failed" })
    .or(issues.getByRole("link"))
    .first()
    .click();
  await expect(page).toHaveURL(/\/issues\//);
  await page.goto(`/${project.slug}/issues`);
  await page.getByRole("link", { name: "checkout failed" }).click();
  await page.getByRole("link", { name: "/cart", exact: true }).click();
  await expect(page).toHaveURL(/\/routes\/%2Fcart/);
});

test("the routes page handles missing data and an unknown route", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  await page.goto(`/${project.slug}/routes`);
  await expect(page.getByText("No routes yet.")).toBeVisible();
  await page.getByRole("link", { name: "Connect an application" }).click();
  await expect(page).toHaveURL(/\/connect\?for=opentelemetry$/);
  const answer = await page.goto(`/${project.slug}/routes/%2Fnobody`);
  expect(answer!.status()).toBe(404);
  await expect(page.getByText("This route doesn't exist in this project.")).toBeVisible();

  await sendRouteLoad(spoor, project, {
    requests: 60,
    hours: 20,
    endsAt: Date.now() - 48 * 3_600_000,
  });
  await page.goto(`/${project.slug}/routes`);
  await page.getByRole("link", { name: "Show 30 days" }).click();
  await expect(page).toHaveURL(/since=30d/);
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await page.goto(`/${project.slug}/routes/%2F`);
  await expect(page.getByText("This route had no requests in this time range")).toBeVisible();
  await page.getByRole("link", { name: "Show the last year" }).click();
  await expect(page.locator("dl.stats")).toBeVisible();
});

test("many routes are paged, with their total", async ({ ownerPage: page, project, spoor }) => {
  const routes = Array.from({ length: 65 }, (_, index) => ({
    ...shopRoutes[0]!,
    route: `/page-${index}`,
  }));
  await sendRouteLoad(spoor, project, { requests: 1_500, hours: 10, routes, withChildren: false });
  await page.goto(`/${project.slug}/routes?sort=route`);
  await expect(page.getByText("1 to 50 of 65 routes")).toBeVisible();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/sort=route&cursor=50/);
  await expect(page.getByText("51 to 65 of 65 routes")).toBeVisible();
  await page.getByRole("link", { name: "First page" }).click();
  await expect(page.getByText("1 to 50 of 65 routes")).toBeVisible();
  const html = await page.content();
  expect(gzipSync(html).length).toBeLessThanOrEqual(15 * 1024);
});

test("with scripts, row code loads on the first sort and focus stays in place", async ({
  ownerPage: page,
  project,
  spoor,
  withScripts,
}) => {
  test.skip(!withScripts, "this is about enhancement");
  await sendRouteLoad(spoor, project, { requests: 500, hours: 2 });
  const asked: string[] = [];
  page.on("request", (request) =>
    asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`),
  );
  await page.goto(`/${project.slug}/routes`);
  await hydrated(page);
  expect(asked.filter((each) => each.includes("route-rows"))).toEqual([]);

  const column = page.getByRole("columnheader", { name: "p95", exact: true });
  await column.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(column).toHaveAttribute("aria-sort", /ending$/);
  await expect(column.getByRole("link")).toBeFocused();
  expect(asked.filter((each) => each.startsWith("document"))).toHaveLength(1);
  expect(asked.filter((each) => each.includes("route-rows"))).toHaveLength(1);
  await column.getByRole("link").click();
  await expect(column).toHaveAttribute("aria-sort", "ascending");
  expect(asked.filter((each) => each.startsWith("document"))).toHaveLength(1);
});
