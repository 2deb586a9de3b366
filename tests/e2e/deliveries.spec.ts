import { openAlerts } from "#tests/harness/data/alerts.ts";
import { expect, test } from "./fixtures.ts";

test("a test notification appears among deliveries and can be retried", async ({
  ownerPage: page,
  spoor,
  project,
}) => {
  const alerts = await openAlerts(spoor, project);
  const rule = await alerts.makeRule([alerts.webhook("http://169.254.169.254/hook")]);
  await alerts.store.close();
  await page.goto(`/${project.slug}/alerts/${rule.id}`);
  await expect(page.getByText("No deliveries in the last 30 days.")).toBeVisible();
  await page.getByRole("button", { name: "Send test notification" }).click();

  const row = page.getByRole("row", { name: /Test of alert rule “New issues”/ });
  await expect(row).toContainText("Webhook to 169.254.169.254");
  // The page waits four seconds for the result, which a busy machine may exceed.
  await expect(async () => {
    if (!(await row.getByText("1 try").isVisible())) await page.reload();
    await expect(row).toContainText("Failed", { timeout: 1_000 });
    await expect(row).toContainText("1 try", { timeout: 1_000 });
  }).toPass();
  await row.getByRole("button", { name: /^Try now/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deliveries of “New issues”");
  await expect(row).toContainText("2 tries");

  await page.goto("/settings/deliveries");
  const failed = page.getByRole("table", { name: /^Failed deliveries/ });
  await expect(failed).toContainText("Test of alert rule “New issues”");
  await expect(failed.getByRole("link", { name: "New issues" }).first()).toHaveAttribute(
    "href",
    /\/deliveries$/,
  );
});
