import { expect, test } from "./fixtures.ts";

test("a monitor is created, explains its schedule, receives check-ins, is muted, and deleted", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  await page.goto(`/${project.slug}/monitors`);
  await expect(page.getByText("No monitors yet.")).toBeVisible();
  await page.getByRole("link", { name: "New monitor" }).click();
  await expect(page.getByRole("heading", { name: "New monitor" })).toBeVisible();
  await page.getByLabel("Name").fill("Nightly backup");
  await page.getByLabel("Cron schedule").fill("30 25 * * *");
  await expect(page.getByLabel("Every")).toBeHidden();
  await page.getByLabel("Type").selectOption("Interval");
  await expect(page.getByLabel("Every")).toBeVisible();
  await expect(page.getByLabel("Cron schedule")).toBeHidden();
  await page.getByLabel("Type").selectOption("Cron schedule");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Create monitor" }).click();
  const line = page.getByLabel("Cron schedule");
  await expect(line).toHaveAccessibleDescription(/hour: 25/);
  await expect(line).toBeFocused();

  await line.fill("30 2 * * *");
  await page.getByRole("button", { name: "Preview schedule" }).click();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(6);
  await page.getByRole("button", { name: "Create monitor" }).click();
  await expect(page.getByRole("heading", { name: "Nightly backup" })).toBeVisible();
  await expect(page.getByText("Every day at 02:30, Europe/Berlin")).toBeVisible();
  await expect(page.getByText("waiting for its first check-in")).toBeVisible();

  const shown = await page.getByText("curl -fsS").first().innerText();
  const url = /"(http[^"]+)"/.exec(shown)![1]!;
  expect((await fetch(url.replace("status=ok", "status=error"))).status).toBe(200);
  await expect
    .poll(async () => (await page.reload(), page.getByText("failing").count()))
    .toBeGreaterThan(0);
  await expect(page.getByRole("img", { name: "Check-ins over time: 1 failed" })).toBeVisible();

  await page.getByText("Mute", { exact: true }).click();
  await page.getByRole("button", { name: "For a week" }).click();
  await expect(page.getByText("failing, muted")).toBeVisible();
  await page.getByRole("button", { name: "Unmute" }).click();
  await expect(page.getByText("Mute", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Monitors" }).first().click();
  await expect(page.getByRole("row", { name: /Nightly backup/ })).toContainText("Failing");
  await page.getByRole("link", { name: "Nightly backup" }).click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete monitor" }).click();
  await expect(page).toHaveURL(`${spoor.url}/${project.slug}/monitors`);
  await expect(page.getByText("No monitors yet.")).toBeVisible();
});
