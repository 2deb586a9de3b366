import { checkoutError, expect, test } from "./fixtures.ts";

test("a search is corrected, narrowed by a facet, saved, applied, and removed", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  await send({ ...checkoutError, tags: { plan: "pro" } });
  await send({
    message: "cache is cold",
    level: "warning",
    tags: { plan: "free" },
    environment: "staging",
  });
  await page.goto(`/${project.slug}/issues`);
  const field = page.getByLabel("Search", { exact: true });
  const rows = page.getByRole("rowheader");
  const openMore = () => page.getByRole("main").locator('summary[aria-label="More"]').click();
  await expect(rows).toHaveCount(2);

  await field.fill("is:unresolved levl:error");
  await field.press("Enter");
  await expect(page.locator("#query-error mark")).toHaveText("levl:error");
  await expect(page.locator("#query-error")).toContainText("Did you mean level:?");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("is:unresolved levl:error");
  await field.fill("is:unresolved");
  await field.press("Enter");
  await expect(page).toHaveURL(/query=is%3Aunresolved$|query=is%3Aunresolved&/);
  await expect(rows).toHaveCount(2);

  const facets = page.getByRole("complementary", { name: "Filters" });
  await page.getByRole("button", { name: "Filters" }).click();
  await facets.getByRole("link", { name: "pro", exact: true }).click();
  await expect(field).toHaveValue("is:unresolved plan:pro");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("checkout failed");
  if (!withScripts) await page.getByRole("button", { name: "Filters" }).click();
  await expect(facets.getByRole("link", { name: "pro", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await page.keyboard.press("Escape");

  if (withScripts) {
    const offered = page.locator(
      '#completions option[value="is:unresolved plan:pro environment:production"]',
    );
    // Input events have no listener before hydration.
    await expect(async () => {
      await field.fill("is:unresolved plan:pro environment:prod");
      await expect(offered).toHaveCount(1, { timeout: 1_500 });
    }).toPass({ timeout: 15_000 });
    await field.fill("is:unresolved plan:pro");
  }

  await openMore();
  await page.getByRole("button", { name: "Save search…" }).click();
  await expect(page).toHaveURL(/searches\?/);
  await expect(page.getByLabel("Search", { exact: true })).toHaveValue("is:unresolved plan:pro");
  await page.getByLabel("Name", { exact: true }).fill("Paying");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = page.getByRole("navigation", { name: "Saved searches" });
  await openMore();
  await expect(saved.getByRole("link", { name: "Paying" })).toHaveAttribute("aria-current", "page");
  await page.goto(`/${project.slug}/issues`);
  await expect(rows).toHaveCount(2);
  await openMore();
  await saved.getByRole("link", { name: "Paying" }).click();
  await expect(rows).toHaveCount(1);

  await openMore();
  await page.getByRole("link", { name: "Saved searches" }).click();
  await page.getByLabel("New name of Paying").fill("Customers who pay");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("link", { name: "Customers who pay" })).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No saved searches yet")).toBeVisible();
});
