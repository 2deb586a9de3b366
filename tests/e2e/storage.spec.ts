import type { Project } from "#server/domain/project/project.ts";
import { dayText } from "#app/ui/format/ago.ts";
import type { TestProject } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { dayMs, digestSamples } from "#tests/storage/sample.ts";
import { expect, test } from "./fixtures.ts";

/** Stores an event of that time in the project. */
async function fillDay(spoor: Spoor, { slug }: TestProject, at: number): Promise<void> {
  const store = await openStoreOf(spoor);
  const kept = (await store.projects.bySlug(slug)) as Project;
  await digestSamples(
    store,
    kept,
    [{ issue: "old", name: `${slug} old`, at }],
    await store.digested(),
  );
  await store.retention.measure(Date.now());
  await store.close();
}

test("a shorter retention previews what it deletes, deletes it, and lists it", async ({
  ownerPage: page,
  spoor,
  project,
}) => {
  const at = Date.now() - 20 * dayMs;
  await fillDay(spoor, project, at);
  const old = page.getByRole("row", { name: new RegExp(`\\b${dayText(at, Date.now())}\\b`) });
  // The page reads sizes at most every five seconds, so it may still show those of an earlier test.
  await expect(async () => {
    await page.goto("/settings/storage");
    await page.getByText("View as table").click();
    await expect(old).toContainText("in 11 days", { timeout: 1000 });
  }).toPass();

  const days = page.getByLabel("Retention of events, traces, attachments, and check-ins, days");
  await days.fill("none");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter a whole number from 1 to 400.")).toBeVisible();
  await expect(days).toHaveValue("none");

  await days.fill("15");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.getByText(/This deletes \d+ days? now: .* This cannot be undone\./),
  ).toBeVisible();
  await page.getByRole("button", { name: /^Save and delete \d+ days?$/ }).click();
  await expect(page).toHaveURL(/\?saved$/);
  await expect(page.getByText("Saved.")).toBeVisible();

  const went = page
    .getByRole("table", { name: "Deleted data" })
    .getByRole("row", { name: new RegExp(`\\b${dayText(at, Date.now())}\\b`) });
  await expect(async () => {
    await page.reload();
    await expect(went.first()).toContainText("Expired", { timeout: 1_000 });
  }).toPass({ timeout: 40_000 });

  await page.getByLabel("Retention of events, traces, attachments, and check-ins, days").fill("30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\?saved$/);

  await page.goto(`/${project.slug}/settings/retention`);
  await page.getByLabel("Retention of this project, days").fill("7");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Retention of this project, days")).toHaveValue("7");
});
