import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Spoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";
import { expect, test } from "./fixtures.ts";

const password = "a dozen letters or more";

/** Creates an account and signs in on the page. */
async function newcomer(page: Page, spoor: Spoor): Promise<{ email: string; password: string }> {
  const email = `bo-${randomUUID().slice(0, 8)}@example.com`;
  await spoor.run("user", "create", "--email", email, "--password", password, "--name", "Bo");
  await fillSignIn(page, email, password);
  await expect(accountMenu(page)).toBeVisible();
  return { email, password };
}

/** The signed-in member's name in the rail. */
const accountMenu = (page: Page) => page.getByRole("banner").locator(".account > summary");

async function fillSignIn(page: Page, email: string, typed: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(typed);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a member changes their name", async ({ page, spoor }) => {
  await newcomer(page, spoor);
  await accountMenu(page).click();
  await page.getByRole("banner").getByRole("link", { name: "Account" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Bo");
  await page.getByLabel("Name").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Required.")).toBeVisible();
  await page.getByLabel("Name").fill("Bo the Second");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(accountMenu(page)).toHaveText("Bo the Second");
});

test("changing a password asks for the current one and ends other sessions", async ({
  page,
  spoor,
}) => {
  const bo = await newcomer(page, spoor);
  const elsewhere = await signIn(spoor.url, bo);
  await page.goto("/account");
  await page.getByRole("link", { name: "Password" }).click();
  await page.getByLabel("Current password").fill("not this one at all");
  await page.getByLabel("New password").fill("another dozen letters");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The current password is wrong.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await page.getByLabel("Current password").fill(bo.password);
  await page.getByLabel("New password").fill("another dozen letters");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Changed your password.")).toBeVisible();
  expect((await elsewhere.get("/account")).status).toBe(303);
});

test("the session list marks the current session and ends others", async ({ page, spoor }) => {
  const bo = await newcomer(page, spoor);
  const [one, other] = [await signIn(spoor.url, bo), await signIn(spoor.url, bo)];
  await page.goto("/account/sessions");
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole("row", { name: /Chrome on Linux/ })).toContainText("This session");
  await page
    .getByRole("button", { name: /^End session:/ })
    .first()
    .click();
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: "Sign out all other sessions" }).click();
  await expect(rows).toHaveCount(2);
  for (const each of [one, other]) expect((await each.get("/account")).status).toBe(303);
});

test("without a mail server, an owner creates a password reset link", async ({ page, spoor }) => {
  const email = `cy-${randomUUID().slice(0, 8)}@example.com`;
  await spoor.run("user", "create", "--email", email, "--password", password);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByText("Ask an owner for a reset link")).toBeVisible();
  const { url } = await spoor.run("user", "reset", "--email", email);
  await page.goto(new URL(String(url)).pathname);
  await page.getByLabel("Password").fill("another dozen letters");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Changed your password.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("another dozen letters");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${spoor.url}/`);
});

test("too many wrong passwords show how long to wait", async ({ page, spoor }) => {
  const email = `dee-${randomUUID().slice(0, 8)}@example.com`;
  await spoor.run("user", "create", "--email", email, "--password", password);
  for (let attempt = 0; attempt < 10; attempt++)
    await fetch(`${spoor.url}/login`, {
      method: "POST",
      body: new URLSearchParams({ email, password: "wrong" }),
    });
  await fillSignIn(page, email, password);
  await expect(page.getByRole("alert")).toHaveText(
    /Too many attempts\. Try again in \d+ seconds\./,
  );
});
