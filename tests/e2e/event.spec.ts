import { checkoutError, expect, settled, takesKeys, test } from "./fixtures.ts";

test.describe("in a browser with another time zone", () => {
  test.use({ timezoneId: "Asia/Kolkata" });

  test("event times use the browser's zone, UTC without scripts, or a chosen zone", async ({
    ownerPage: page,
    project,
    send,
    withScripts,
  }) => {
    await send({ ...checkoutError, timestamp: Date.UTC(2026, 10, 20, 23, 30) / 1000 });
    const [issue] = await project.issues();
    const path = `/${project.slug}/issues/${issue!.shortId}`;
    await page.goto(path);
    const event = page.locator(".event-links");
    await expect(event).toContainText(
      withScripts ? /Nov \d+, \d\d:\d\d:\d\d UTC\+5:30/ : /Nov \d+, \d\d:\d\d:\d\d UTC ·/,
    );
    const time = page.getByRole("columnheader", { name: /^Time,/ });
    await expect(time).toHaveText(withScripts ? "Time, UTC+5:30" : "Time, UTC");

    await page.goto("/account/preferences");
    await page.getByLabel("Time zone").fill("Nowhere/None");
    await page.getByRole("button", { name: "Save time zone" }).click();
    await expect(page.locator("#zone-error")).toContainText("Enter a time zone");
    await expect(page.getByLabel("Time zone")).toHaveValue("Nowhere/None");
    await page.getByLabel("Time zone").fill("America/Caracas");
    await page.getByRole("button", { name: "Save time zone" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByLabel("Time zone")).toHaveValue("America/Caracas");
    await page.goto(path);
    await expect(event).toContainText("UTC−4");
    await expect(time).toHaveText("Time, UTC−4");

    await page.goto("/account/preferences");
    await page.getByLabel("Time zone").fill("");
    await page.getByRole("button", { name: "Save time zone" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.goto(path);
    await expect(time).toHaveText(withScripts ? "Time, UTC+5:30" : "Time, UTC");
  });
});

test("a stack trace is shown in-app, in full, and raw, and can be copied", async ({
  ownerPage: page,
  project,
  send,
  spoor,
  withScripts,
}) => {
  const eventId = await send(checkoutError);
  const [issue] = await project.issues();
  const path = `/${project.slug}/issues/${issue!.shortId}`;
  await page.goto(path);
  const views = page.getByRole("navigation", { name: "Stack trace" });
  await expect(views.getByRole("link", { name: "In-app" })).toHaveAttribute("aria-current", "true");
  await views.getByRole("link", { name: "Full stack" }).click();
  await expect(page).toHaveURL(/stack=full/);
  await expect(page.locator(".frame.fold:not([open])")).toHaveCount(0);
  await views.getByRole("link", { name: "Raw" }).click();
  const raw = page.locator("pre.raw");
  await expect(raw).toContainText("Error: checkout failed\n    at submit (");
  await expect(raw).toContainText(
    "Caused by: TypeError: Cannot read properties of undefined (reading 'price')",
  );
  const event = `${spoor.url}${path}/events/${eventId}`;
  for (const form of ["JSON", "Markdown"]) {
    const link = page.getByRole("link", { name: form, exact: true });
    const answer = await page.request.get(
      new URL((await link.getAttribute("href"))!, spoor.url).href,
    );
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain("checkout failed");
  }
  if (!withScripts) return expect(page.getByLabel("Copy", { exact: true })).toHaveCount(0);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (name: string) => {
    await page.locator("summary", { hasText: /^Cop/ }).click();
    await page.locator(".event-links").getByRole("button", { name, exact: true }).click();
    await expect(page.locator("summary", { hasText: "Copied" })).toHaveAttribute(
      "aria-label",
      `Copied: ${name}`,
    );
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied("Event ID")).toBe(eventId);
  await page.locator("summary", { hasText: /^Cop/ }).click();
  expect(await copied("Link")).toBe(event);
  await page.locator("summary", { hasText: /^Cop/ }).click();
  expect(await copied("Markdown")).toMatch(/^# SHOP-.*checkout failed/);
  await page.locator("summary", { hasText: /^Cop/ }).click();
  expect(await copied("Stack trace")).toContain("Error: checkout failed\n    at submit (");
});

test("device values have units, and tags do not repeat contexts", async ({
  ownerPage: page,
  project,
  send,
}) => {
  const device = { memory_size: 17_179_869_184, processor_count: 8 };
  const frame = {
    function: "total",
    filename: "src/cart.ts",
    lineno: 3,
    colno: 2006,
    in_app: true,
  };
  const line = `${"a;".repeat(1000)}cart.total()${";b".repeat(1000)}`;
  const values = [
    { type: "Error", value: "wide", stacktrace: { frames: [{ ...frame, context_line: line }] } },
  ];
  await send({
    ...checkoutError,
    exception: { values },
    contexts: { device, runtime: checkoutError.contexts.runtime },
  });
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await expect(page.getByRole("cell", { name: "16 GiB" })).toBeVisible();
  await expect(page.locator("mark.line u")).toHaveText("total");
  await expect(page.locator("mark.line u")).toBeInViewport();
  await expect(
    page.getByRole("cell", { name: "production", exact: true }),
    "as a tag alone",
  ).toHaveCount(1);
});

test("issues are reached by keyboard, and resolving one moves no row", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  for (const message of ["first", "second", "third", "fourth"])
    await send({ message, platform: "node" });
  const list = `/${project.slug}/issues?query=is%3Aunresolved`;
  await page.goto(list);
  const links = page.getByRole("rowheader").getByRole("link");
  await expect(links).toHaveText([/fourth/, /third/, /second/, /first/]);
  const placeOf = async (text: string) => (await links.filter({ hasText: text }).boundingBox())!.y;
  const before = await placeOf("fourth");
  await page.getByRole("checkbox", { name: /^Select .*-1$/ }).check();
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(links).toHaveCount(3);
  await expect.poll(() => placeOf("fourth")).toBe(before);
  if (!withScripts) return;

  await page.goto(list);
  await takesKeys(page);
  await page.keyboard.press("j");
  await expect(links.filter({ hasText: "fourth" })).toBeFocused();
  await page.keyboard.press("o");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toContainText("fourth");
  for (const next of ["third", "second"]) {
    await expect(page.getByRole("link", { name: "Next issue" })).toBeVisible();
    await page.keyboard.press("e");
    await expect(page.locator(".issue-line")).toContainText("resolved");
    await settled(page);
    await page.keyboard.press("j");
    await expect(title).toContainText(next);
  }
  await expect(page.getByRole("link", { name: "Previous issue" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(title).toContainText("third");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/query=is%3Aunresolved/);
  await expect(links).toHaveText([/second/]);
});

test("an event shows its position among all events", async ({ ownerPage: page, project, send }) => {
  for (const at of [1, 2, 3])
    await send({ ...checkoutError, timestamp: Date.now() / 1000 - 60 + at });
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  const event = page.locator(".event-links");
  await expect(event).toContainText("Event 3 of 3");
  await page.getByRole("link", { name: "Older event" }).click();
  await expect(event).toContainText("Event 2 of 3");
  await page.getByRole("link", { name: "Oldest event" }).click();
  await expect(event).toContainText("Event 1 of 3");
});
