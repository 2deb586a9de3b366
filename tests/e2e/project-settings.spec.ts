import type { Page } from "@playwright/test";
import { checkoutError, expect, test } from "./fixtures.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("a project changes its name and slug, and reports a taken slug", async ({
  ownerPage: page,
  project,
}) => {
  await page.goto(`/${project.slug}/settings`);
  await expect(page).toHaveURL(/settings\/general$/);
  await field(page, "Name").fill("Web shop");
  await field(page, "Slug").fill("spoor");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(field(page, "Slug")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("The slug spoor is taken.")).toBeVisible();
  await expect(field(page, "Slug")).toBeFocused();
  await field(page, "Slug").fill(`${project.slug}-b`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`/${project.slug}-b/settings/general\\?saved`));
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByRole("banner").locator(".switch > summary")).toContainText("Web shop");
});

test("an unknown page keeps its project's frame", async ({ ownerPage: page, project }) => {
  await page.goto(`/${project.slug}/nothing/here`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Releases" })).toBeVisible();
  await page.getByRole("link", { name: "Go to overview" }).click();
  await expect(page).toHaveURL(new RegExp(`/${project.slug}$`));
});

test("a project pauses and resumes ingestion", async ({ ownerPage: page, project }) => {
  await page.goto(`/${project.slug}/settings/general`);
  await page.getByRole("button", { name: "Pause ingestion" }).click();
  await expect(page.getByRole("heading", { name: "Ingestion is paused" })).toBeVisible();
  await page.getByRole("button", { name: "Resume ingestion" }).click();
  await expect(page.getByRole("heading", { name: "Pause ingestion", exact: true })).toBeVisible();
});

test("a client key is created, limited, and permanently revoked", async ({
  ownerPage: page,
  project,
}) => {
  await page.goto(`/${project.slug}/settings/keys`);
  await expect(page.getByRole("row", { name: /^Default/ })).toContainText("Active");
  await field(page, "Name").fill("Checkout pages");
  await field(page, "Allowed origins").fill("shop.example");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("shop.example is not an origin.")).toBeVisible();
  await expect(field(page, "Name")).toHaveValue("Checkout pages");
  await field(page, "Allowed origins").fill("https://shop.example\n*.shop.example");
  await field(page, "Events per minute").fill("1,200");
  await page.getByRole("button", { name: "Create key" }).click();

  await expect(page.getByRole("heading", { name: "Key Checkout pages" })).toBeVisible();
  await expect(page.getByText(/^http:\/\/[0-9a-f]{32}@/)).toBeVisible();
  await expect(page.getByText(/OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer/)).toBeVisible();
  await expect(field(page, "Events per minute")).toHaveValue("1,200");
  await field(page, "Events per minute").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(field(page, "Events per minute")).toHaveValue("");

  await expect(page.getByRole("button", { name: "Revoke key" })).toBeHidden();
  await page.getByText("Revoke key…").click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("can't be used again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke key" })).toHaveCount(0);
  await page.getByRole("link", { name: "All keys" }).click();
  await expect(page.getByRole("row", { name: /^Checkout pages/ })).toContainText("Revoked");
  await expect(page.getByRole("row", { name: /^Checkout pages/ })).toContainText("*.shop.example");
});

test("scrubbing is previewed before saving and applies to the next event", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await page.goto(`/${project.slug}/settings/scrubbing`);
  await field(page, "Also scrub").fill("iban");
  await field(page, "Event, or part of one").fill(
    '{"extra": {"customerIban": "DE893704", "password": "hunter2"}}',
  );
  await page.getByRole("button", { name: "Preview" }).click();
  const kept = page.locator("pre.raw");
  await expect(kept).toContainText('"customerIban": "[Filtered]"');
  await expect(kept).toContainText('"password": "[Filtered]"');
  await expect(field(page, "Also scrub")).toHaveValue("iban");
  await page.getByLabel("Scrub secrets").uncheck();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(kept).toContainText('"password": "hunter2"');
  await field(page, "Event, or part of one").fill("no json");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("This is not valid JSON.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Scrub secrets")).not.toBeChecked();

  // Ingestion reads new settings within a second.
  await expect(async () => {
    await send({ ...checkoutError, extra: { customerIban: "DE893704", password: "hunter2" } });
    const [issue] = await project.issues();
    await page.goto(`/${project.slug}/issues/${issue!.shortId}/events/latest`);
    await expect(page.getByText("1 field scrubbed")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await page.getByText("Modified during ingestion").click();
  await expect(page.getByText("matched by a field name in the project settings")).toBeVisible();
  await expect(page.getByText("DE893704")).toHaveCount(0);
});

test("inbound filters are saved, and errors focus their field", async ({
  ownerPage: page,
  project,
}) => {
  await page.goto(`/${project.slug}/settings/filters`);
  await page.getByLabel("Localhost").check();
  await field(page, "Error messages").fill("***");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("“***” matches everything.")).toBeVisible();
  await expect(field(page, "Error messages")).toBeFocused();
  await expect(page.getByLabel("Localhost")).toBeChecked();
  await field(page, "Error messages").fill("*RESIZEOBSERVER*");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Localhost")).toBeChecked();
  await expect(field(page, "Error messages")).toHaveValue("*RESIZEOBSERVER*");
});

test("quotas are saved, and usage totals add up", async ({ ownerPage: page, project, send }) => {
  await send(checkoutError);
  await expect(async () => {
    await page.goto(`/${project.slug}/settings/intake`);
    await expect(page.getByText("1 event stored today (UTC).")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await field(page, "Events per day").fill("many");
  await page.getByRole("button", { name: "Save quotas" }).click();
  await expect(page.getByText("Enter a whole number from 1 to")).toBeVisible();
  await field(page, "Events per day").fill("4");
  await page.getByRole("button", { name: "Save quotas" }).click();
  await expect(page.getByText("1 of 4 events stored today (UTC), 25%.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^All 1 1/ })).toBeVisible();
  await page.getByRole("link", { name: "By day" }).click();
  await expect(page).toHaveURL(/by=day/);
  await expect(page.getByRole("row", { name: /^All 1 1/ })).toBeVisible();
});

test("a project is deleted after its slug is typed", async ({ ownerPage: page, project, send }) => {
  await send(checkoutError);
  await page.goto(`/${project.slug}/settings/general`);
  await page.getByRole("button", { name: "Delete project" }).click();
  await expect(page.getByText(`Type ${project.slug} to delete this project.`)).toBeVisible();
  await field(page, `Type ${project.slug} to confirm`).fill(project.slug);
  await page.getByRole("button", { name: "Delete project" }).click();
  await expect(page).toHaveURL(/\/projects\/deletions\/\d+$/);
  await expect(page.getByRole("heading", { name: `Deleting ${project.slug}` })).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("heading", { name: `${project.slug} is deleted` })).toBeVisible({
    timeout: 40_000,
  });
  expect((await page.goto(`/${project.slug}/issues`))!.status()).toBe(404);
  expect((await project.get("/issues.json")).status).toBe(404);
});

test("the internal project cannot be deleted", async ({ ownerPage: page }) => {
  await page.goto("/spoor/settings/general");
  await expect(page.getByRole("button", { name: "Pause ingestion" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete project" })).toHaveCount(0);
});

test("on phones, the list of settings shows the current page", async ({
  ownerPage: page,
  project,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${project.slug}/settings/general`);
  const list = page.getByRole("navigation", { name: "Settings" }).last();
  const paths = await list
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  expect(paths.length).toBeGreaterThan(8);
  for (const path of [paths[0]!, paths.at(-1)!]) {
    await page.goto(path);
    await expect(list.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
  }
});
