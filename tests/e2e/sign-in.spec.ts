import { owner } from "#tests/harness/project.ts";
import { expect, test } from "./fixtures.ts";

test("signing in continues to the requested page; signing out ends the session", async ({
  page,
  project,
}) => {
  await page.goto(`/${project.slug}/issues?sort=users`);
  await expect(page).toHaveURL(/\/login\?next=/);

  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Wrong email or password");
  await expect(page.getByLabel("Email")).toHaveValue(owner.email);

  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(new RegExp(`/${project.slug}/issues\\?sort=users$`));

  await page.getByRole("banner").locator(".account > summary").click();
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`/${project.slug}/issues`);
  await expect(page).toHaveURL(/\/login\?next=/);
});

test("signing in does not redirect to another site", async ({ page }) => {
  await page.goto("/login?next=//evil.example/");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/$/);
});

test("missing pages answer 404 with a link back", async ({ ownerPage: page }) => {
  for (const path of ["/no-such-project/issues", "/no/such/path/at/all"]) {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/not found/i);
    await expect(
      page.getByText(/[0-9a-f]{32}/),
      "a trace ID is for errors of the server",
    ).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  }
});

test("a plain form sets the theme cookie", async ({ ownerPage: page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("creating a project with a taken slug shows an error", async ({
  ownerPage: page,
  project,
}) => {
  await page.goto("/projects/new");
  await page.getByLabel("Name").fill("Another shop");
  await page.getByLabel("Slug").fill(project.slug);
  await page.getByRole("button", { name: /make|create/i }).click();
  await expect(page.getByText(/is taken. Choose another/)).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Another shop");
  await page.getByLabel("Slug").fill(`${project.slug}-two`);
  await page.getByRole("button", { name: /make|create/i }).click();
  await expect(page).toHaveURL(new RegExp(`/${project.slug}-two/connect$`));
});
