import { checkoutError, expect, hydrated, test } from "./fixtures.ts";

test("an error page shows what is needed to fix it", async ({ ownerPage: page, project, send }) => {
  await send(checkoutError);
  await page.goto(`/${project.slug}/issues`);
  const row = page.getByRole("row").filter({ hasText: "checkout failed" });
  await expect(row).toContainText("New");
  await row.getByRole("link").click();

  await expect(page.getByRole("heading", { level: 1 })).toContainText("checkout failed");
  await expect(page.getByText("Caused by")).toBeVisible();
  await expect(
    page.getByText("Cannot read properties of undefined (reading 'price')").first(),
  ).toBeVisible();
  await expect(
    page.locator("mark", { hasText: "...line, total: line.product.price * 12," }),
    "source context",
  ).toBeVisible();
  await expect(page.getByText("app/routes/cart.tsx").first()).toBeVisible();
  await expect(page.getByText(/3 .*frames/).first(), "library frames are folded").toBeVisible();
  await expect(page.getByText("https://shop.example/checkout").first()).toBeVisible();
  await expect(page.getByText("jane@example.com").first()).toBeVisible();
  await expect(page.getByText("navigation").first()).toBeVisible();
  await expect(page.locator("main")).not.toContainText("hunter2");
  await expect(page.locator("main")).not.toContainText("session=secret");
  await expect(page.getByText("[Filtered]").first()).toBeAttached();
});

test("issue tabs show events, tags, activity, and grouping", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await send(checkoutError);
  const second = await send({ ...checkoutError, environment: "staging", tags: { plan: "free" } });
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  const tab = (name: RegExp) =>
    page.getByRole("navigation", { name: "Issue" }).getByRole("link", { name });

  await tab(/^All events/).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByRole("table")).toContainText(second.slice(0, 8));
  await tab(/^Tags/).click();
  await expect(page).toHaveURL(/\/tags$/);
  await page.getByRole("link", { name: /plan/ }).first().click();
  await expect(page).toHaveURL(/\/tags\/plan$/);
  await expect(page.getByRole("table")).toContainText("free");
  await page.getByRole("link", { name: "free" }).first().click();
  await expect(page, "a value leads to its events").toHaveURL(/\/events\?/);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);

  await tab(/^Activity/).click();
  await expect(page.getByText("created this issue")).toBeVisible();
  await tab(/^Grouping/).click();
  await expect(page.getByRole("heading", { name: "Grouping info" })).toBeVisible();
  await expect(page.getByText("TypeError").first()).toBeVisible();
});

test("Older, Newer, and Oldest move through the events", async ({
  ownerPage: page,
  project,
  send,
}) => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push(await send(checkoutError));
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  const shown = page
    .getByRole("main")
    .locator("code", { hasText: /^[0-9a-f]{8}$/ })
    .first();
  await expect(shown).toHaveText(ids[2]!.slice(0, 8));
  await page.getByRole("link", { name: "Older" }).click();
  await expect(shown).toHaveText(ids[1]!.slice(0, 8));
  await page.getByRole("link", { name: "Oldest" }).click();
  await expect(shown).toHaveText(ids[0]!.slice(0, 8));
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(shown).toHaveText(ids[1]!.slice(0, 8));
});

test("with scripts, tabs load no document and the layout stays in place", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  test.skip(!withScripts, "this is about enhancement");
  await send(checkoutError);
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await hydrated(page);
  await page
    .getByRole("heading", { level: 1 })
    .evaluate((heading) => heading.setAttribute("data-marked", "yes"));
  const documents: string[] = [];
  const data: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(request.url());
    if (request.url().includes(".data")) data.push(request.url());
  });
  for (const name of [/^All events/, /^Tags/, /^Activity/, /^Grouping/, /^Details$/]) {
    data.length = 0;
    const tab = page.getByRole("navigation", { name: "Issue" }).getByRole("link", { name });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "page");
    expect(data.length, `one data request for ${name}`).toBe(1);
  }
  expect(documents).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("data-marked", "yes");
});

test("event values are rendered as text, never markup", async ({
  ownerPage: page,
  project,
  send,
}) => {
  const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  await send({
    message: script,
    transaction: script,
    user: { id: script },
    tags: { [script]: script },
    extra: { [script]: script },
    request: { url: `javascript:alert(1)//${script}`, headers: { "X-Script": script } },
    breadcrumbs: [{ category: script, message: script }],
    exception: {
      values: [
        {
          type: script,
          value: script,
          stacktrace: {
            frames: [{ function: script, filename: script, context_line: script, in_app: true }],
          },
        },
      ],
    },
  });
  const [issue] = await project.issues();
  for (const path of ["", "/events", "/tags", "/activity", "/grouping"]) {
    await page.goto(`/${project.slug}/issues/${issue!.shortId}${path}`);
    await expect(page.locator("img")).toHaveCount(0);
    expect(await page.title()).not.toBe("owned");
    await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0);
  }
});
