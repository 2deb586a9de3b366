import { randomUUID } from "node:crypto";
import { expect, settled, test } from "./fixtures.ts";

const password = "a dozen letters or more";
const newAddress = () => `ada-${randomUUID().slice(0, 8)}@example.com`;

test("an admin creates an invite link, and its recipient joins the project", async ({
  ownerPage: page,
  project,
  browser,
  spoor,
  withScripts,
}) => {
  const email = newAddress();
  await page.goto(`/${project.slug}/settings`);
  await page.getByRole("link", { name: "Invitations" }).click();
  await expect(page).toHaveURL(/\/settings\/invitations$/);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("developer");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("heading", { name: `Invitation for ${email}` })).toBeVisible();
  await expect(page.getByText("Copy this link and send it yourself.")).toBeVisible();
  const link = (await page.locator(".code-block code").textContent())!;
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Pending");

  const context = await browser.newContext({ javaScriptEnabled: withScripts, baseURL: spoor.url });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: `Join ${project.slug}` })).toBeVisible();
  await theirs.getByLabel("Name").fill("Ada");
  await theirs.getByLabel("Password").fill("too short");
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(theirs.getByText("Use at least 12 characters.")).toBeVisible();
  await expect(theirs.getByLabel("Name")).toHaveValue("Ada");
  await theirs.getByLabel("Password").fill(password);
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(theirs).toHaveURL(new RegExp(`/${project.slug}/issues`));
  await expect(theirs.locator(".account > summary")).toHaveText(/Ada/);
  await theirs.goto(link);
  await expect(theirs.getByText("was already accepted")).toBeVisible();
  await context.close();

  await page.reload();
  await page.goto(`/${project.slug}/settings/invitations`);
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Accepted");
});

test("an invitation is renewed and revoked", async ({ ownerPage: page, project }) => {
  const email = newAddress();
  await page.goto(`/${project.slug}/settings/invitations`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Invite" }).click();
  const code = page.locator(".code-block code");
  await expect(code).toBeVisible();
  const first = (await code.textContent())!;
  await page.getByRole("button", { name: `New link for ${email}` }).click();
  await expect(code).not.toHaveText(first);
  const second = (await code.textContent())!;
  // The new link replaces the row; a click on the old row would be lost.
  await settled(page);
  await page.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Revoked");
  await page.goto(second);
  await expect(page.getByText("was revoked")).toBeVisible();
});

test("an invited account holder signs in first and then joins", async ({
  page,
  project,
  ownerPage,
  spoor,
  browser,
  withScripts,
}) => {
  const email = newAddress();
  await spoor.run("user", "create", "--email", email, "--password", password, "--name", "Bo");
  await ownerPage.goto(`/${project.slug}/settings/invitations`);
  await ownerPage.getByLabel("Email").fill(email);
  await ownerPage.getByRole("button", { name: "Invite" }).click();
  const link = (await page.locator(".code-block code").textContent())!;
  const context = await browser.newContext({ javaScriptEnabled: withScripts, baseURL: spoor.url });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByRole("link", { name: "sign in to accept" }).click();
  await theirs.getByLabel("Email").fill(email);
  await theirs.getByLabel("Password").fill(password);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await theirs.getByRole("button", { name: `Join ${project.slug}` }).click();
  await expect(theirs).toHaveURL(new RegExp(`/${project.slug}/issues`));
  await context.close();
});

test("an owner invites to the instance, and email settings explain the setup", async ({
  ownerPage: page,
}) => {
  const email = newAddress();
  await page.goto("/settings/invitations");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("owner");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText(
    "owner of this instance",
  );
  await page.getByRole("link", { name: "Email", exact: true }).click();
  await expect(page.getByText("Email isn't configured")).toBeVisible();
});
