import { checkoutError, chooseScope, expect, settled, test } from "./fixtures.ts";

const message = (text: string, more: Record<string, unknown> = {}) => ({
  message: text,
  platform: "node",
  ...more,
});

test("an issue is resolved, regresses, is ignored until more events, and reopens", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await send(checkoutError);
  const [issue] = await project.issues();
  const path = `/${project.slug}/issues/${issue!.shortId}`;
  const badge = page.locator(".issue-line");

  await page.goto(path);
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(badge).toContainText("resolved");
  await settled(page);
  await page.goto(`/${project.slug}/issues`);
  await expect(page.getByText("checkout failed"), "open issues alone at first").toHaveCount(0);
  await page.getByRole("link", { name: /^Resolved/ }).click();
  await expect(page.getByText("checkout failed").first()).toBeVisible();

  await send(checkoutError);
  await page.goto(path);
  await expect(badge).toContainText("regressed");

  await page.locator('summary[aria-label="Ignore until…"]').click();
  await page.getByLabel("More events").fill("a few");
  await page.locator(".sheet").getByRole("button", { name: "Ignore", exact: true }).nth(1).click();
  await expect(page.locator("#count-error")).toBeVisible();
  await expect(page.getByLabel("More events")).toHaveValue("a few");
  await page.getByLabel("More events").fill("2");
  await page.locator(".sheet").getByRole("button", { name: "Ignore", exact: true }).nth(1).click();
  await expect(badge).toContainText("ignored");
  await send(checkoutError);
  await page.goto(path);
  await expect(badge).toContainText("ignored");
  await send(checkoutError);
  await page.goto(path);
  await expect(badge, "two more woke it").toContainText("ongoing");

  await page.getByRole("button", { name: "Ignore", exact: true }).click();
  await expect(badge).toContainText("ignored");
  await settled(page);
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect(badge).toContainText("ongoing");
  await settled(page);
  await page.goto(`${path}/activity`);
  const told = page.locator(".activity > li");
  await expect(told).toHaveCount(7);
  await expect(told.first()).toContainText("reopened");
  await expect(told.last()).toContainText("created this issue");
});

test("selected issues are resolved together; an empty selection is refused", async ({
  ownerPage: page,
  project,
  send,
}) => {
  for (const animal of ["otter", "badger", "weasel"]) await send(message(`the ${animal} is out`));
  await page.goto(`/${project.slug}/issues`);
  await expect(page.getByRole("button", { name: "Resolve", exact: true })).toBeHidden();
  for (const animal of ["otter", "weasel"]) {
    await page.getByRole("row").filter({ hasText: animal }).getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(page.getByText("the otter is out")).toHaveCount(0);
  await expect(page.getByText("the badger is out")).toBeVisible();
});

test("list filters are in the URL; an invalid query is explained", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await send(message("payment gateway timed out", { environment: "production" }));
  await send(message("cache is cold", { environment: "staging", level: "warning" }));
  await page.goto(`/${project.slug}/issues`);
  await page.getByLabel("Search", { exact: true }).fill("gateway");
  await page.getByLabel("Search", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/query=gateway/);
  await expect(page.getByText("payment gateway timed out")).toBeVisible();
  await expect(page.getByText("cache is cold")).toHaveCount(0);

  await page.goto(`/${project.slug}/issues`);
  await chooseScope(page, "Environment", "staging");
  await expect(page).toHaveURL(/environment=staging/);
  await chooseScope(page, "Time range", "Last 24 hours");
  await expect(page).toHaveURL(/environment=staging&since=24h/);
  await expect(page.getByText("cache is cold")).toBeVisible();
  await expect(page.getByText("payment gateway timed out")).toHaveCount(0);
  await page.getByText("cache is cold").click();
  await expect(page, "the filter goes along").toHaveURL(/environment=staging&since=24h/);

  await page.goto(`/${project.slug}/issues?query=is:purple`);
  await expect(page.locator("#query-error")).toContainText("purple");
});

test("a long issue list is paged by links without repeats", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  test.slow();
  const { sendEnvelope, envelopeOf } = await import("#tests/harness/project.ts");
  const word = (i: number) =>
    String.fromCharCode(97 + (i % 26)).repeat(3) + String.fromCharCode(97 + Math.floor(i / 26));
  for (let i = 0; i < 120; i++) {
    const event_id = i.toString(16).padStart(32, "a");
    await sendEnvelope(
      spoor,
      project,
      envelopeOf({ event_id, message: `failure in module ${word(i)}` }),
    );
  }
  await project.waitForIssues(120);
  await page.goto(`/${project.slug}/issues`);
  const seen: string[] = [];
  const rows = page.getByRole("rowheader").locator("a");
  for (let pageNumber = 1; ; pageNumber++) {
    const titles = await rows.allTextContents();
    seen.push(...titles);
    const next = page.getByRole("link", { name: /next|more|older/i });
    if ((await next.count()) === 0) break;
    await next.first().click();
    await expect(rows.first()).not.toHaveText(titles[0]!);
    await page.waitForLoadState();
    expect(pageNumber).toBeLessThan(4);
  }
  expect(seen.length).toBe(120);
  expect(new Set(seen).size).toBe(120);
});
