import { gzipSync } from "node:zlib";
import { sampleSpan, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { cartTrace, chooseFilter, expect, hydrated, test } from "./fixtures.ts";

const { loaderCart, select, shopSelect } = cartTrace.spanIds;

test("a trace search leads to the failed span and its issue", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  await sendTrace(spoor, project, "GET /health 0-3 @probe server http.route=/health");
  await page.goto(`/${project.slug}/traces`);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  const failed = page.getByRole("link", { name: /^Failed/ });
  await expect(failed).toHaveText("Failed 1");
  await page
    .getByRole("searchbox", { name: "Search" })
    .fill("status:error duration:>100ms route:/cart");
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  const row = page.getByRole("row").filter({ hasText: "navigation /cart" });
  await expect(row.getByTitle("3 failed spans")).toBeVisible();
  // Counts of other lists would seem to be of this search.
  await expect(failed).toHaveText("Failed");
  await expect(row.getByRole("img", { name: /^browser \d+%, storefront \d+%, / })).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await row.getByRole("link").click();

  await expect(page).toHaveURL(new RegExp(`/traces/${traceId}$`));
  await expect(page.locator(".stats")).toContainText(/420\.0 ms.*19.*4.*3/);
  const routes = page.getByRole("table", { name: /^Routes of/ });
  await expect(routes.getByRole("row").filter({ hasText: "routes/cart" }).first()).toContainText(
    "threw TypeError",
  );
  await routes.getByRole("link", { name: "routes/cart", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/spans/${loaderCart}`));

  const panel = page.getByRole("complementary", { name: "loader routes/cart" });
  await expect(panel).toContainText("exception.message");
  await expect(panel.getByText("✕ failed")).toBeVisible();
  await panel.getByRole("link", { name: /-\d+$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("TypeError");
  await expect(page.getByRole("heading", { name: /^Route tree in trace/ })).toBeVisible();
  await expect(page.getByRole("table", { name: /^Routes of/ })).toContainText("threw TypeError");
  await page
    .getByRole("link", { name: traceId.slice(0, 8) })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/traces/${traceId}$`));
});

test("span rows collapse, focus, filter, and zoom by links that keep state", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  await page.goto(`/${project.slug}/traces/${traceId}`);
  const waterfall = page.getByRole("table", { name: /^Spans by start time/ });
  const row = (name: string) => waterfall.getByRole("row").filter({ hasText: name });
  await expect(row("6 × SELECT products")).toContainText("✕ 1 failed");

  await waterfall.getByRole("link", { name: "Expand 6 × SELECT products" }).click();
  await expect(page).toHaveURL(/[?&]open=/);
  await expect(waterfall.getByRole("link", { name: "SELECT products", exact: true })).toHaveCount(
    6,
  );
  await waterfall.getByRole("link", { name: "Collapse loader routes/cart", exact: true }).click();
  await expect(page).toHaveURL(/closed=/);
  await expect(row("SELECT products")).toHaveCount(0);
  await waterfall.getByRole("link", { name: "Expand loader routes/cart", exact: true }).click();
  await expect(row("6 × SELECT products")).toHaveCount(1);

  await waterfall.getByRole("link", { name: "Focus on loader routes/shop" }).click();
  await expect(page).toHaveURL(/focus=/);
  await expect(waterfall.getByRole("rowheader")).toHaveCount(2);
  await page.getByRole("link", { name: "Whole trace" }).click();
  await expect(row("navigation /cart")).toHaveCount(1);

  await page.getByRole("link", { name: "Errors only" }).click();
  await expect(row("loader root")).toHaveCount(0);
  await expect(row("loader routes/cart")).toHaveCount(1);
  await page.getByRole("link", { name: "All spans" }).click();

  await waterfall.getByRole("link", { name: "SELECT cart_lines" }).click();
  await expect(page).toHaveURL(new RegExp(`/spans/${select}`));
  await expect(page.getByRole("complementary")).toContainText("61.4 ms");
  await page.getByRole("link", { name: "Zoom to span" }).click();
  await expect(page).toHaveURL(/zoom=20-81\.4/);
  await expect(row("render totals")).toHaveCount(0);
  await page.getByRole("link", { name: "Whole trace" }).click();
  await expect(row("render totals")).toHaveCount(1);
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("complementary")).toHaveCount(0);
});

test("skewed clocks are corrected visibly, with a link to original times", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const { traceId } = await sendTrace(
    spoor,
    project,
    "GET /cart 0-100 @shop client\n  GET /cart 5000-5060 @stock server",
  );
  await page.goto(`/${project.slug}/traces/${traceId}`);
  await expect(page.getByText("Clock skew: 1 span adjusted")).toBeVisible();
  await expect(page.locator(".stats")).toContainText("100.0 ms");
  await page.getByRole("link", { name: "Times as sent" }).click();
  await expect(page).toHaveURL(/raw=1/);
  // The trace's duration is its root's, whatever the other clock says.
  await expect(page.locator(".stats")).toContainText("100.0 ms");
  await expect(page.getByText("Clock skew: 1 span adjusted")).toHaveCount(0);
  await page.getByRole("link", { name: "Correct clock skew" }).click();
  await expect(page.locator(".stats")).toContainText("100.0 ms");
});

test("a trace search points at its invalid term, and an empty one suggests steps", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  await page.goto(`/${project.slug}/traces`);
  await expect(page.getByText("No traces yet.")).toBeVisible();
  await page.getByRole("link", { name: "Connect an application" }).click();
  await expect(
    page
      .getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${spoor.url}/api/${project.id}/integration/otlp`)
      .first(),
  ).toBeVisible();

  await sendTrace(spoor, project, cartTrace.drawing);
  await page.goto(`/${project.slug}/traces?query=status:broken`);
  await expect(page.getByText("Unknown value for status:.")).toBeVisible();
  await page.goto(`/${project.slug}/traces?query=name:nothing`);
  await page.getByRole("link", { name: "Show all traces" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  for (const [query, count] of [
    ["service:inventory", 1],
    ["-service:inventory", 0],
    ["db.system:sqlite", 1],
    ["db.note:rare", 1],
    ["db.note:other", 0],
    ["navigation", 1],
  ] as const) {
    await page.goto(`/${project.slug}/traces?${new URLSearchParams({ query })}`);
    await expect(page.getByRole("rowheader"), query).toHaveCount(count);
  }
  await page.goto(`/${project.slug}/traces`);
  await chooseFilter(page, "Service", "inventory");
  await expect(page).toHaveURL(/service=inventory/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});

test("traces are paged, plot marks are links, and two traces are compared", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const made = Array.from({ length: 53 }, (_, index) =>
    sendTrace(
      spoor,
      project,
      `GET /page/:id 0-${10 + index} @shop server\n  SELECT 1-${2 + index} @db client`,
      {
        startsAt: Date.now() - index * 60_000,
      },
    ),
  );
  await Promise.all(made);
  await page.goto(`/${project.slug}/traces`);
  await expect(page.getByRole("rowheader")).toHaveCount(50);
  const marks = page.locator("figure a");
  await expect(marks).toHaveCount(50);
  await expect(marks.first().locator("title")).toHaveText(
    /^GET \/page\/:id, [\d.]+ ms, [A-Z][a-z]{2} \d+, /,
  );
  await expect(marks.first()).toHaveAttribute(
    "href",
    new RegExp(`/${project.slug}/traces/[0-9a-f]{32}$`),
  );

  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(3);
  await page.getByRole("link", { name: "First page" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(50);

  const [first, second] = [await made[3]!, await made[40]!];
  await page.goto(`/${project.slug}/traces/compare?a=${first.traceId}&b=${second.traceId}`);
  const compared = page.getByRole("table", { name: "Spans of both traces" }).getByRole("row");
  await expect(compared.filter({ hasText: "SELECT" })).toContainText("+37.0 ms");
  await page.getByRole("link", { name: "Swap A and B" }).click();
  await expect(compared.filter({ hasText: "SELECT" })).toContainText("−37.0 ms");
  for (const name of ["A", "B"])
    await expect(page.getByRole("table", { name: `Spans of ${name} by` })).toBeVisible();
  await page.getByRole("link", { name: "Traces" }).last().click();
  for (const place of [0, 2]) await page.getByRole("checkbox").nth(place).check();
  await page.getByRole("button", { name: "Compare two traces" }).click();
  await expect(page).toHaveURL(/\/compare\?trace=[0-9a-f]{32}&trace=[0-9a-f]{32}$/);
  await expect(
    page.getByRole("table", { name: "Traces", exact: true }).getByRole("rowheader"),
  ).toHaveCount(2);
});

test("a span is shown among similar ones, and its trace is compared with another", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const sent = await Promise.all(
    [20, 30, 40, 50, 60, 70].map((ms) =>
      sendTrace(
        spoor,
        project,
        `GET /cart 0-100 @shop server http.route=/cart\n  SELECT cart 1-${1 + ms} @db client`,
      ),
    ),
  );
  const [first, last] = [sent[0]!.traceId, sent.at(-1)!.traceId];
  await page.goto(`/${project.slug}/traces/${last}/spans/${sampleSpanId(2)}`);
  const panel = page.getByRole("complementary", { name: "SELECT cart" });
  await expect(panel.getByRole("img", { name: "of 6 similar spans: 70.0 ms" })).toBeVisible();
  await expect(panel).toContainText("Slower than 83% of 6 similar spans, from 6 traces");

  const menu = page.locator("summary", { hasText: "Compare…" });
  await menu.click();
  await expect(page.getByRole("link", { name: /^Typical trace \d+/ })).toBeVisible();
  await page.getByLabel("Trace ID", { exact: true }).fill(first.slice(0, 12));
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/\/traces\/compare\?/);
  const compared = page.getByRole("table", { name: "Spans of both traces" }).getByRole("row");
  await expect(compared.filter({ hasText: "SELECT cart" })).toContainText("+50.0 ms");

  await page.goto(`/${project.slug}/traces/compare?a=nothing&b=${last}`);
  await expect(page.getByText("“nothing” is not a trace ID.")).toBeVisible();
});

test("span links work in both directions and across traces", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const other = await sendTrace(spoor, project, "enqueue mail 0-5 @shop producer");
  const traceId = "ab".repeat(16);
  const [first, second] = [sampleSpan(1, "send mail", 0, 20), sampleSpan(2, "retry", 5, 10)];
  second.parentSpanId = first.spanId;
  const linkTo = (trace: string, spanId: Span["spanId"]) => ({
    traceId: trace as never,
    spanId,
    attributes: {},
  });
  first.links = [linkTo(other.traceId, sampleSpanId(1)), linkTo("cd".repeat(16), sampleSpanId(7))];
  second.links = [linkTo(traceId, first.spanId)];
  await sendTrace(spoor, project, [first, second], { traceId });
  await page.goto(`/${project.slug}/traces/${traceId}/spans/${first.spanId}`);
  const panel = page.getByRole("complementary");
  await expect(panel).toContainText("not in this project");
  await expect(panel.getByRole("heading", { name: "Linked from" })).toBeVisible();
  await panel.getByRole("link", { name: new RegExp(other.traceId.slice(0, 8)) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("enqueue mail");
  await expect(panel.getByRole("heading", { name: "Linked from" }), "the way back").toBeVisible();
  await panel.getByRole("link", { name: new RegExp(traceId.slice(0, 8)) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("send mail");
});

test("a trace of 10,000 spans is small and fully reachable", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  test.slow();
  const { traceId } = await sendTrace(spoor, project, wideTrace(10_000));
  const path = `/${project.slug}/traces/${traceId}`;
  const sessions = await page.context().cookies();
  const html = await fetch(spoor.url + path, {
    headers: { cookie: `spoor_session=${sessions[0]!.value}` },
  });
  expect(gzipSync(await html.text()).length).toBeLessThanOrEqual(60 * 1024);
  await page.goto(path);
  const rows = page.getByRole("table", { name: /^Spans by start time/ }).getByRole("row");
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(900);
  await page
    .getByRole("link", { name: /^Expand step/ })
    .first()
    .click();
  await expect(page).toHaveURL(/open=[0-9a-f]{16}/);
  await page.getByRole("link", { name: "Expand all" }).click();
  await page.getByRole("link", { name: "9,500 more" }).click();
  await expect(page).toHaveURL(/all=1&skip=500/);
  await expect(page.getByRole("link", { name: "9,000 more" })).toBeVisible();
});

test("with scripts, span and view links load only what changes", async ({
  ownerPage: page,
  project,
  spoor,
  withScripts,
}) => {
  test.skip(!withScripts, "this is about enhancement");
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  await page.goto(`/${project.slug}/traces/${traceId}`);
  await hydrated(page);
  const documents: string[] = [];
  const data: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(request.url());
    if (request.url().includes(".data")) data.push(request.url());
  });
  const waterfall = page.getByRole("table", { name: /^Spans by start time/ });
  await waterfall.getByRole("link", { name: "SELECT shops" }).click();
  await expect(page).toHaveURL(new RegExp(`/spans/${shopSelect}$`));
  await expect(page.getByRole("complementary")).toContainText("SELECT shops");
  await waterfall.getByRole("link", { name: "Collapse loader routes/shop" }).click();
  await expect(waterfall.getByRole("link", { name: "SELECT shops" })).toHaveCount(0);
  expect(documents).toEqual([]);
  expect(data).toHaveLength(2);
  expect(new URL(data[0]!).searchParams.get("_routes")).toBe("routes/traces/span");
});

test("an opened span has a row, and opening one moves no row", async ({
  ownerPage: page,
  project,
  spoor,
  withScripts,
}) => {
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  const trace = `/${project.slug}/traces/${traceId}`;
  await page.goto(`${trace}/spans/${sampleSpanId(13)}`);
  const waterfall = page.getByRole("table", { name: /^Spans by start time/ });
  await expect(waterfall.getByRole("link", { name: "SELECT products", exact: true })).toHaveCount(
    6,
  );
  await expect(waterfall.locator("a[aria-current]")).toHaveText("SELECT products");
  await waterfall.getByRole("link", { name: "Collapse 6 × SELECT products" }).click();
  await expect(waterfall.getByRole("link", { name: "SELECT products", exact: true })).toHaveCount(
    0,
  );

  // A folded span gets its row, too, when a link elsewhere on the page opens it.
  await page.goto(trace);
  await expect(waterfall.getByRole("link", { name: "SELECT products", exact: true })).toHaveCount(
    0,
  );
  await page
    .getByRole("table", { name: /^Errors of this trace/ })
    .getByRole("link", { name: "SELECT products" })
    .click();
  await expect(waterfall.locator("a[aria-current]")).toHaveText("SELECT products");
  if (!withScripts) return;

  await page.goto(trace);
  await hydrated(page);
  const link = waterfall.getByRole("link", { name: "SELECT shops" });
  const topOf = () => link.evaluate((element) => element.getBoundingClientRect().top);
  await link.scrollIntoViewIfNeeded();
  const before = await topOf();
  await link.click();
  await expect(page.getByRole("complementary")).toContainText("SELECT shops");
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(1);
});

test("span values are rendered as text, never markup", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const hostile = sampleSpan(1, script, 0, 20);
  Object.assign(hostile, {
    service: script,
    status: "error",
    statusMessage: script,
    attributes: {
      [script]: script,
      "http.route": script,
      "url.full": `javascript:alert(1)//${script}`,
    },
    resource: { [script]: script },
    events: [
      {
        name: "exception",
        atNs: hostile.endedAtNs,
        attributes: {
          "exception.type": script,
          "exception.message": script,
          "exception.stacktrace": script,
        },
      },
    ],
  } satisfies Partial<Span>);
  const loader = sampleSpan(2, "loader", 1, 10, hostile);
  loader.attributes = { "react_router.kind": "loader", "react_router.route.id": script };
  const { traceId } = await sendTrace(spoor, project, [hostile, loader]);
  for (const path of [
    "",
    `/${traceId}`,
    `/${traceId}/spans/${hostile.spanId}`,
    `/compare?a=${traceId}&b=${traceId}`,
  ]) {
    await page.goto(`/${project.slug}/traces${path}`);
    await expect(page.locator("img")).toHaveCount(0);
    await expect(page.getByText("onerror").first()).toBeAttached();
    expect(await page.title()).not.toBe("owned");
    await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0);
  }
  const raw = await page.goto(`/${project.slug}/traces/${traceId}/spans/${hostile.spanId}/raw`);
  expect(raw!.headers()["content-type"]).toContain("application/json");
});

test("the trace list and a trace have JSON representations", async ({ project, spoor }) => {
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  const list = (await (await project.get("/traces.json?query=service:inventory")).json()) as Record<
    string,
    unknown
  >;
  expect(list).toEqual({
    traces: [
      {
        traceId,
        root: {
          service: "browser",
          name: "navigation /cart",
          route: null,
          title: "navigation /cart",
        },
        startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        durationMs: 420,
        spanCount: 19,
        errorCount: 3,
        services: ["browser", "db", "inventory", "storefront"],
      },
    ],
    next: null,
  });
  const trace = (await (await project.get(`/traces/${traceId}.json`)).json()) as {
    spans: Record<string, unknown>[];
    routeTree: object[];
    issues: { title: string }[];
  };
  expect(Object.keys(trace)).toEqual(["traceId", "durationMs", "spans", "routeTree", "issues"]);
  expect(trace.spans.find(({ spanId }) => spanId === select)).toMatchObject({
    parentSpanId: loaderCart,
    name: "SELECT cart_lines",
    service: "db",
    kind: "client",
    durationMs: 61.4,
    selfMs: 61.4,
    status: "unset",
    critical: true,
    events: [],
    links: [],
    attributes: { "db.rows": 14 },
  });
  expect(trace.routeTree[2]).toMatchObject({
    routeId: "routes/cart",
    path: "/shop/cart",
    depth: 2,
    durationMs: 385,
    status: "error",
    why: "threw TypeError",
  });
  expect(trace.issues.map(({ title }) => title).toSorted()).toEqual([
    "Timeout: Timeout in SELECT products",
    "TypeError: TypeError in loader routes/cart",
  ]);
  expect((await project.get("/traces.json?query=status:broken")).status).toBe(422);
  expect((await project.get(`/traces/${"0".repeat(31)}1.json`)).status).toBe(404);
});

/** Spans of many names and depths with random IDs: nothing collapses and little compresses. */
function wideTrace(count: number): Span[] {
  const spans = [sampleSpan(1, "root", 0, 5000)];
  for (let number = 2; spans.length < count; number++) {
    const parent = spans[Math.floor((number * 7919) % Math.min(spans.length, 800))]!;
    const [from, to] = [parent.startedAtNs, parent.endedAtNs].map(
      (ns) => Number(ns - spans[0]!.startedAtNs) / 1e6,
    );
    const start = from! + ((to! - from!) * ((number * 31) % 57)) / 100;
    const span = sampleSpan(
      number,
      `step ${number % 997}`,
      start,
      start + (to! - start) * 0.7,
      parent,
    );
    span.spanId = ((BigInt(number) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn)
      .toString(16)
      .padStart(16, "0") as Span["spanId"];
    span.service = `service ${number % 11}`;
    if (number % 97 === 0) span.status = "error";
    spans.push(span);
  }
  return spans;
}
