import { expect, test } from "./fixtures.ts";

test("first run: the printed link creates the owner and a project, then expires", async ({
  page,
  installation,
  withScripts,
}) => {
  const spoor = await installation.start();
  const guessed = await page.goto(`${spoor.url}/setup?token=guess`);
  expect(guessed!.status(), "a wrong token opens nothing").toBe(403);
  await expect(page.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await page.goto(await spoor.setUpUrl());
  await expect(page).toHaveTitle(/Set up/);

  await page.getByLabel("Email").fill("mira@example.com");
  await page.getByLabel("Name", { exact: true }).fill("Mira");
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
  await expect(page.getByLabel("Email"), "what was typed is kept").toHaveValue("mira@example.com");
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-describedby", /password-error/);
  await expect(page.getByLabel("Password"), "but no password comes back").toHaveValue(
    withScripts ? /.*/ : "",
  );

  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByLabel("Project name").fill("Web shop");
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page).toHaveURL(/\/web-shop\/connect$/);
  await expect(
    page.getByText(/^https?:\/\/[0-9a-f]{32}@127\.0\.0\.1:\d+\/\d+$/).first(),
    "the DSN",
  ).toBeVisible();
  await expect(page.getByText("No events received yet.")).toBeVisible();

  await page.getByRole("button", { name: "Send a test event" }).click();
  // Without scripts the page refreshes until the event arrives.
  await expect(page).toHaveURL(/\/web-shop\/issues\/WEB-SHOP-1/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("TestError");

  await page.goto(await spoor.setUpUrl());
  await expect(page.getByText("is already set up")).toBeVisible();
  await page.goto(`${spoor.url}/`);
  await expect(page.getByRole("table").getByRole("link", { name: "Web shop" })).toBeVisible();
  await spoor.remove();
});
