import { checkoutError, expect, takesKeys, test } from "./fixtures.ts";

test("a shared issue opens without an account until its link is revoked", async ({
  ownerPage,
  project,
  send,
  browser,
  javaScriptEnabled,
}) => {
  await send(checkoutError);
  const [issue] = await project.issues();
  await ownerPage.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await ownerPage.locator('summary[aria-label="More actions"]').click();
  await ownerPage.getByRole("link", { name: "Share…" }).click();
  await ownerPage.getByLabel("Expires after").selectOption("7 days");
  await ownerPage.getByRole("button", { name: "Create link" }).click();
  const made = ownerPage.getByRole("region", { name: "Link", exact: true });
  const url = await made.locator("code").textContent();
  await expect(ownerPage.getByRole("button", { name: /^Revoke link/ })).toBeVisible();

  const stranger = await browser.newContext({ javaScriptEnabled });
  const page = await stranger.newPage();
  await page.goto(url!);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("checkout failed");
  await expect(page.getByText("app/routes/cart.tsx:12:36")).toBeVisible();
  await expect(page.getByRole("link", { name: /project/ })).toHaveCount(0);

  await ownerPage.getByRole("button", { name: /^Revoke link/ }).click();
  await expect(ownerPage.getByRole("button", { name: /^Revoke link/ })).toHaveCount(0);
  await expect(made, "it is nowhere to be read again").toHaveCount(0);
  await page.reload();
  await expect(page.getByText("This link is invalid.")).toBeVisible();
  await stranger.close();
});

test("the search field jumps to an ID and lists text matches", async ({
  ownerPage,
  project,
  send,
  withScripts,
}) => {
  const event = await send(checkoutError);
  const [issue] = await project.issues();
  await ownerPage.goto(`/${project.slug}/issues`);
  const field = ownerPage.getByLabel("Search or jump to");
  if (withScripts) {
    await takesKeys(ownerPage);
    await ownerPage.keyboard.press("g");
    await ownerPage.keyboard.press("/");
    await expect(field).toBeFocused();
  }
  await field.fill(event);
  await field.press("Enter");
  await expect(ownerPage).toHaveURL(
    new RegExp(`/${project.slug}/issues/${issue!.shortId}/events/${event}$`),
  );
  await field.fill(`checkout failed`);
  await field.press("Enter");
  await expect(ownerPage).toHaveURL(/\/search\?q=checkout/);
  await expect(
    ownerPage.getByRole("table", { name: "Issues" }).getByRole("link").first(),
  ).toBeVisible();
});
