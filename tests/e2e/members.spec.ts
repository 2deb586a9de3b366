import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Spoor } from "#tests/harness/spoor.ts";
import { expect, settled, test } from "./fixtures.ts";

const password = "a dozen letters or more";

/** An account that can sign in. */
async function makeUser(spoor: Spoor, name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
  await spoor.run("user", "create", "--email", email, "--name", name, "--password", password);
  return email;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("an admin adds a member, changes the role, and removes the member", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const email = await makeUser(spoor, "Ada");
  await page.goto(`/${project.slug}/settings/members`);
  const add = page.getByRole("form", { name: "Add member" });
  await add.getByLabel("Email").fill("not an address");
  await add.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Enter an email address")).toBeVisible();
  await expect(add.getByLabel("Email")).toBeFocused();
  await add.getByLabel("Email").fill(email);
  await add.getByLabel("Role").selectOption("viewer");
  await add.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("row", { name: new RegExp(email) });
  await expect(row.getByRole("combobox")).toHaveValue("viewer");

  await row.getByRole("combobox").selectOption("admin");
  await row.getByRole("button", { name: "Apply the role of Ada" }).click();
  await settled(page);
  await page.goto(`/${project.slug}/settings/members`);
  await expect(row.getByRole("combobox")).toHaveValue("admin");

  await row.getByRole("button", { name: "Remove Ada" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(
    page.getByRole("row", { name: new RegExp(`removed a member: ${email}`) }),
  ).toContainText("127.0.0.1");
  await expect(page.getByRole("row", { name: /viewer → admin/ })).toBeVisible();
});

test("an unknown email address is invited with the same fields", async ({
  ownerPage: page,
  project,
}) => {
  await page.goto(`/${project.slug}/settings/members`);
  await page.getByLabel("Email").fill("eve@elsewhere.example");
  await page.getByLabel("Role", { exact: true }).selectOption("viewer");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(
    page.getByText("No user of this instance has the email eve@elsewhere.example."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Invite eve@elsewhere.example" }).click();
  await expect(page).toHaveURL(/\/settings\/invitations$/);
  await expect(
    page.getByRole("heading", { name: "Invitation for eve@elsewhere.example" }),
  ).toBeVisible();
});

test("a viewer lists members, changes nothing, and leaves the project", async ({
  page,
  project,
  spoor,
}) => {
  const email = await makeUser(spoor, "Vera");
  await spoor.run("member", "add", "--project", project.slug, "--email", email, "--role", "viewer");
  await signIn(page, email);
  await page.getByRole("link", { name: project.slug }).click();
  await page.getByRole("link", { name: "Members" }).first().click();
  await expect(page.getByRole("heading", { name: "Members", level: 2 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Add|Set|Remove/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Leave this project" }).click();
  await expect(page.getByText("You are not a member of any project yet")).toBeVisible();
  expect((await page.goto(`/${project.slug}/issues`))!.status()).toBe(404);
});

test("a removed member sees an explanation at the next click, in their theme", async ({
  page,
  project,
  spoor,
  session,
}) => {
  const email = await makeUser(spoor, "Nora");
  await spoor.run("member", "add", "--project", project.slug, "--email", email, "--role", "viewer");
  const { users } = (await spoor.run("user", "list")) as { users: { id: string; email: string }[] };
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await page.getByRole("button", { name: "dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("link", { name: project.slug }).click();
  await expect(page).toHaveURL(new RegExp(`/${project.slug}$`));

  const member = users.find((user) => user.email === email)!.id;
  const removed = await fetch(`${spoor.url}/${project.slug}/settings/members`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `spoor_session=${session}` },
    body: new URLSearchParams({ intent: "remove", member }),
  });
  expect(removed.status).toBe(303);
  await page.getByRole("link", { name: "Traces" }).click();
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("banner").locator(".switch > summary").click();
  await page.getByRole("banner").getByRole("link", { name: "All projects" }).click();
  await expect(page.getByText("You are not a member of any project yet")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("an owner promotes another owner, disables and deletes accounts; the last owner remains", async ({
  ownerPage: page,
  spoor,
}) => {
  const email = await makeUser(spoor, "Bea");
  await page.goto("/");
  await page.getByRole("link", { name: "Instance settings" }).click();
  await expect(page).toHaveURL(/\/settings\/users$/);
  const find = async () => {
    await page.getByLabel("Name or email").fill(email);
    await page.getByLabel("Name or email").press("Enter");
    await expect(page).toHaveURL(/query=/);
  };
  const row = page.getByRole("row", { name: new RegExp(email) });
  const act = async (name: string) => {
    await row.getByText("Change", { exact: true }).click();
    await row.getByRole("button", { name }).click();
    await settled(page);
  };
  await find();
  await expect(page.getByRole("row")).toHaveCount(2);
  await act("Make an owner");
  await expect(row.getByRole("cell").first()).toHaveText("owner");
  await page.goto(page.url());
  await act("Make a member");
  await expect(row.getByRole("cell").first()).toHaveText("member");

  await page.goto(page.url());
  await act("Disable");
  await expect(row).toContainText("disabled");
  await page.goto(page.url());
  await act("Delete");
  await expect(row.getByText(`Enter ${email} to delete this account.`)).toBeVisible();
  await expect(row.getByLabel("Email, to confirm deletion")).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await page.goto(`/settings/users?query=${email}`);
  await row.getByText("Change", { exact: true }).click();
  await row.getByLabel("Email, to confirm deletion").fill(email);
  await row.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No users match.")).toBeVisible();

  await page.goto("/settings/users?query=mira");
  await page.getByText("Change", { exact: true }).click();
  await page.getByRole("button", { name: "Make a member" }).click();
  await expect(page.getByRole("alert")).toContainText("the last owner who can sign in");
});

test("an API token is shown once, works, and is revoked", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  await page.goto("/account");
  await page.getByRole("link", { name: "API tokens" }).click();
  await page.getByLabel("Label").fill("Deploys");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Select at least one.")).toBeVisible();
  await expect(page.getByLabel("Label")).toHaveValue("Deploys");
  await page.getByLabel("event:read").check();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Copy it now.")).toBeVisible();
  const token = (await page.locator(".code-block code").first().textContent())!;
  const data = () =>
    fetch(`${spoor.url}/${project.slug}/issues.json`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await data()).status).toBe(200);
  await page.goto("/account/tokens");
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole("row", { name: /Deploys/ }).first();
  await expect(row).toContainText("Within the hour");
  await row.getByRole("button", { name: "Revoke Deploys" }).click();
  await expect.poll(async () => (await data()).status).toBe(401);
});

test("the audit log is filtered by actor, type, and day", async ({ ownerPage: page, spoor }) => {
  const email = await makeUser(spoor, "Cid");
  await page.goto("/settings/audit");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/person=/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").nth(1)).toContainText(`created an account for ${email}`);
  await expect(page.getByRole("row").nth(1)).toContainText("CLI");
  await page.getByLabel("Action").selectOption("sign-in");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("No entries match these filters.")).toBeVisible();
  await page.goto("/settings/audit?from=2020-01-01&to=2020-01-02");
  await expect(page.getByText("No entries match these filters.")).toBeVisible();
  await expect(page.getByLabel("From")).toHaveValue("2020-01-01");
});
