import type { Page } from "@playwright/test";
import { findAxeViolations, allRules } from "./page-checks/inspect.ts";
import { expect, test } from "./fixtures.ts";

// Lists of names that clients choose show the most frequent ones and have a search field for the
// others.

async function searchFor(page: Page, field: string, text: string): Promise<void> {
  const search = page.getByRole("searchbox", { name: field });
  await search.fill(text);
  await search.press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("query") === text);
  await expect(page.getByRole("searchbox", { name: field })).toHaveValue(text);
}

test("a rare tag key is found by part of its name", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  const tags = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`made_up_${n + 10}`, "x"]));
  await send({ message: "cart is empty", tags });
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}/tags`);
  await expect(page.getByText(/^50 of \d+ tag keys, most frequent first\.$/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 3, name: /^made_up_69/ })).toBeHidden();
  if (withScripts) expect(await findAxeViolations(page, allRules)).toEqual([]);

  await searchFor(page, "Tag key contains", "UP_69");
  await expect(page.getByRole("heading", { level: 3, name: /^made_up_/ })).toHaveCount(1);
  await searchFor(page, "Tag key contains", "nothing like it");
  await expect(page.getByText("No tag keys match.")).toBeVisible();
  if (withScripts) expect(await findAxeViolations(page, allRules)).toEqual([]);
});

test("merged fingerprints are found by their newest title", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  for (const message of ["card refused", "refund is late"])
    await send({ message, fingerprint: [message] });
  await page.goto(`/${project.slug}/issues`);
  for (const text of ["card refused", "refund is late"])
    await page.getByRole("row").filter({ hasText: text }).getByRole("checkbox").check();
  await page.getByText("Merge…").click();
  await page.getByRole("button", { name: "Merge issues" }).click();
  await expect(page.getByRole("link", { name: "All events 2" })).toBeVisible();

  await page.goto(`${page.url()}/merged?query=a`);
  const parts = page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox") });
  await expect(parts).toHaveCount(2);
  await searchFor(page, "Title or fingerprint contains", "REFUND");
  await expect(parts).toHaveCount(1);
  await expect(parts).toContainText("refund is late");
  if (withScripts) expect(await findAxeViolations(page, allRules)).toEqual([]);
});
