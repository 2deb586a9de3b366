import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import type { ProjectId } from "#server/domain/ids.ts";
import { projectRoles } from "#server/domain/people/person.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import { makeProject } from "#tests/harness/project.ts";
import { checkoutError, expect, test as base } from "./fixtures.ts";

// Members at the same time: the owner and a signed-in member of each role.

type PerTest = { enter: (who: keyof People["users"]) => Promise<Page> };

const test = base.extend<PerTest, { people: People }>({
  people: [
    async ({ spoor }, use) => {
      const home = (await makeProject(spoor, `home-${randomUUID().slice(0, 8)}`)).id as ProjectId;
      const people = await makePeople(spoor, home, home);
      await use(people);
      await people.close();
    },
    { scope: "worker" },
  ],
  enter: async ({ browser, baseURL, javaScriptEnabled, people, project }, use) => {
    const open: BrowserContext[] = [];
    for (const role of projectRoles)
      await people.store.people.setMembership(project.id as ProjectId, people.users[role].id, role);
    await use(async (who) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled });
      open.push(context);
      const { cookie } = await people.session(people.users[who]);
      const [name, value] = cookie!.split("=");
      await context.addCookies([{ name: name!, value: value!, url: baseURL! }]);
      return context.newPage();
    });
    for (const context of open) await context.close();
  },
});

test("text typed before scripts load is saved", async ({
  enter,
  project,
  send,
  javaScriptEnabled,
}) => {
  await send(checkoutError);
  const [issue] = await project.issues();
  const path = `/${project.slug}/issues/${issue!.shortId}/activity`;
  const page = await enter("viewer");
  await page.goto(path);
  await page.getByLabel("Comment", { exact: true }).fill("It is the cart");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const edit = await page.getByRole("link", { name: "Edit your comment" }).getAttribute("href");

  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const written = page.getByLabel("Your comment", { exact: true });
  await page.goto(new URL(edit!, page.url()).href, { waitUntil: "commit" });
  await written.fill("It is the till");
  const listening = javaScriptEnabled ? page.waitForRequest(/\/live\?/) : undefined;
  gate.resolve();
  await listening;
  await expect(written).toHaveValue("It is the till");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".activity > li").first()).toContainText("It is the till");
});

test("a comment is previewed, mentions a member, is edited concurrently, and deleted", async ({
  enter,
  project,
  send,
}) => {
  await send(checkoutError);
  const [issue] = await project.issues();
  const path = `/${project.slug}/issues/${issue!.shortId}/activity`;
  const [page, other] = [await enter("viewer"), await enter("viewer")];
  const said = page.locator(".activity > li");

  await page.goto(path);
  await page.getByLabel("Comment", { exact: true }).fill("It is **the cart**");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" }).getByText("the cart")).toBeVisible();
  await expect(said, "nothing is kept").toHaveCount(1);
  await page
    .getByLabel("Comment", { exact: true })
    .fill(`It is **the cart** of ${issue!.shortId}, @developer`);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(said.first()).toContainText("the cart of");
  await expect(page.getByLabel("Comment", { exact: true })).toHaveValue("");
  await expect(said.first().getByRole("link", { name: issue!.shortId })).toBeVisible();
  await expect(page.getByRole("complementary").getByText("developer, viewer")).toBeVisible();

  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.locator("#text-error")).toContainText("Enter a comment");

  await page.goto(path);
  for (const each of [page, other]) {
    await each.goto(path);
    await each.getByRole("link", { name: "Edit your comment" }).click();
    await expect(each.getByLabel("Your comment", { exact: true })).toHaveValue(/the cart/);
  }
  await other.getByLabel("Your comment", { exact: true }).fill("It is the basket");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.locator(".activity > li").first()).toContainText("edited");
  await page.getByLabel("Your comment", { exact: true }).fill("It is the till");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("changed while you were writing");
  await expect(page.getByText("It is the basket"), "both are there").toBeVisible();
  await expect(page.getByLabel("Your comment", { exact: true })).toHaveValue("It is the till");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(said.first()).toContainText("It is the till");
  await expect(page.getByLabel("Comment", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Delete your comment" }).click();
  await page.getByRole("button", { name: "Delete comment" }).click();
  await expect(said.first()).toContainText("deleted a comment");
  await expect(page.getByText("It is the till")).toHaveCount(0);
});

test("viewers subscribe and unsubscribe on the issue page but cannot resolve", async ({
  enter,
  project,
  send,
}) => {
  await send(checkoutError);
  const [issue] = await project.issues();
  const page = await enter("viewer");
  const side = page.getByRole("complementary");
  await page.goto(`/${project.slug}/issues/${issue!.shortId}/tags`);
  await expect(side).toContainText("No subscribers");
  await side.getByRole("button", { name: "Subscribe" }).click();
  await expect(side.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
  await expect(side.getByText("viewer")).toBeVisible();
  await expect(page, "one stays where one was").toHaveURL(/\/tags$/);
  await side.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(side).toContainText("No subscribers");
});

test("an ownership rule is explained, suggests an owner, and assigns new issues", async ({
  enter,
  project,
  send,
}) => {
  const page = await enter("admin");
  await page.goto(`/${project.slug}/settings/ownership`);
  await page.getByLabel("Rules").fill("pth:app mira@example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#rules-error")).toContainText("Line 1, “pth:app”");
  await expect(page.getByLabel("Rules")).toHaveValue("pth:app mira@example.com");
  await page.getByLabel("Rules").fill("path:app/routes/** developer@people.example");
  await page.getByLabel("Assign new issues").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Assign new issues")).toBeChecked();

  await send(checkoutError);
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}/activity`);
  await expect(page.getByRole("complementary")).toContainText(
    "ownership rules, line 1: path:app/routes/**",
  );
  await expect(async () => {
    await page.reload();
    await expect(page.locator(".activity > li").first()).toContainText(
      "assigned this to developer, by the rule",
      { timeout: 1_000 },
    );
  }).toPass();
});

test("members choose their notifications on the account page", async ({ enter }) => {
  const page = await enter("viewer");
  await page.goto("/account/notifications");
  await page.getByLabel("I'm mentioned").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("I'm mentioned")).not.toBeChecked();
  await page.getByLabel("I'm mentioned").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("I'm mentioned")).toBeChecked();
});
