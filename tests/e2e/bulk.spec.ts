import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { envelopeOf, sendEnvelope } from "#tests/harness/project.ts";
import { findAxeViolations, allRules } from "./page-checks/inspect.ts";
import { expect, settled, test } from "./fixtures.ts";

const message = (text: string) => ({ message: text, platform: "node" });

async function select(page: Page, ...words: string[]): Promise<void> {
  for (const word of words)
    await page.getByRole("row").filter({ hasText: word }).getByRole("checkbox").check();
}

/** A second browser, signed in as a developer of the project. */
async function colleague(
  browser: Browser,
  spoor: { url: string; run(...words: string[]): Promise<unknown> },
  slug: string,
) {
  const ana = { email: `ana-${slug}@example.com`, password: "another long password" };
  await spoor.run("user", "create", "--email", ana.email, "--password", ana.password);
  await spoor.run("member", "add", "--project", slug, "--email", ana.email, "--role", "developer");
  const answer = await fetch(`${spoor.url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(ana),
  });
  const value = /spoor_session=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")![1]!;
  const context = await browser.newContext({ baseURL: spoor.url });
  await context.addCookies([{ name: "spoor_session", value, url: spoor.url }]);
  return context.newPage();
}

test("resolving selected issues can be undone", async ({ ownerPage: page, project, send }) => {
  for (const animal of ["otter", "badger", "weasel"]) await send(message(`the ${animal} is out`));
  await page.goto(`/${project.slug}/issues`);
  await select(page, "otter", "weasel");
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(page.getByText("2 issues resolved.")).toBeVisible();
  await expect(page.getByText("the otter is out")).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. 2 issues restored.")).toBeVisible();
  await expect(page.getByText("the otter is out")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);

  await select(page, "badger");
  await page.getByText("Assign…").click();
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(page.getByText("1 issue assigned to you.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "badger" })).toContainText("mira");
});

test("two members change an issue at once: the second chooses between both versions", async ({
  ownerPage: page,
  browser,
  spoor,
  project,
  send,
  withScripts,
}) => {
  await send(message("the otter is out"));
  const [issue] = await project.issues();
  const path = `/${project.slug}/issues/${issue!.shortId}`;
  const other = await colleague(browser, spoor, project.slug);
  await page.goto(path);
  await other.goto(path);
  await other.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(other.getByRole("button", { name: "Reopen" })).toBeVisible();
  await settled(other);

  await page.getByRole("button", { name: "Ignore", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Changed by another member" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Both versions" })).toContainText("resolved this");
  // Only a form leads to this page, so the checks of every page do not include it.
  if (withScripts) expect(await findAxeViolations(page, allRules)).toEqual([]);
  await page.getByRole("link", { name: "Keep their change" }).click();
  const badge = page.locator(".issue-line");
  await expect(badge).toContainText("resolved");

  await other.getByRole("button", { name: "Reopen" }).click();
  await expect(other.getByRole("button", { name: "Ignore", exact: true })).toBeVisible();
  await settled(other);
  await page.goto(path);
  await other.locator('summary[aria-label="Ignore until…"]').click();
  await other.getByRole("button", { name: "Until escalating" }).click();
  await expect(other.locator(".issue-line")).toContainText("ignored until escalating");
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await page.getByRole("button", { name: "Apply my change" }).click();
  await expect(badge).toContainText("resolved");
  await other.context().close();
});

test("deleting all matching issues asks for a second confirmation and is final", async ({
  ownerPage: page,
  spoor,
  project,
}) => {
  // A page has 50 issues.
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const words = Array.from(
    { length: 51 },
    (_, index) => `${letters[index % 26]}${letters[Math.floor(index / 26)]}`,
  );
  for (const word of words) {
    const event = {
      event_id: randomUUID().replaceAll("-", ""),
      ...message(`broke ${word.repeat(3)}`),
    };
    expect((await sendEnvelope(spoor, project, envelopeOf(event))).status).toBe(200);
  }
  await project.waitForIssues(51);
  await page.goto(`/${project.slug}/issues`);
  await page
    .getByRole("row")
    .getByRole("checkbox", { name: /^Select \S+-/ })
    .first()
    .check();
  await page.getByLabel("All 51 that match").check();
  await page.locator('summary[aria-label="Ignore until…"]').click();
  await page.locator(".sheet").getByRole("button", { name: "Ignore", exact: true }).click();
  await expect(page.getByText("51 issues ignored.")).toBeVisible();

  await page.getByRole("link", { name: /^Ignored/ }).click();
  await expect(page).toHaveURL(/query=is%3Aignored/);
  await page
    .getByRole("row")
    .getByRole("checkbox", { name: /^Select \S+-/ })
    .first()
    .check();
  await page.getByLabel("All 51 that match").check();
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete issues" }).click();
  await expect(page.getByRole("heading", { name: "Delete 51 issues?" })).toBeVisible();
  await page.getByRole("button", { name: "Delete 51 issues" }).click();
  await expect(page.getByText(/51 issues (deleted|looked at)|of 51 issues/)).toBeVisible();
  await expect.poll(async () => (await project.issues("")).length).toBe(0);
});

test("an issue is assigned to me, discarded with future events, and restored", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  await send(message("noise of an old tab"));
  await send(message("the otter is out"));
  const noise = (await project.issues()).find(({ title }) => title.includes("noise"))!;
  await page.goto(`/${project.slug}/issues/${noise.shortId}`);
  const assignee = page.locator("summary", { hasText: "Assignee:" });
  await assignee.click();
  await page.getByRole("button", { name: "Assign to me" }).click();
  await expect(assignee).toContainText("mira");
  await settled(page);

  await page.locator('summary[aria-label="More actions"]').click();
  await page.getByText("Delete…").click();
  await page.getByLabel("Also discard future events").check();
  await page.getByRole("button", { name: "Delete issue" }).click();
  await expect(page.getByText("1 issue deleted.")).toBeVisible();
  await expect(page.getByText("the otter is out")).toBeVisible();

  await page.goto(`/${project.slug}/settings/discarded`);
  await expect(page.getByRole("row").filter({ hasText: "noise of an old tab" })).toBeVisible();
  if (withScripts) expect(await findAxeViolations(page, allRules)).toEqual([]);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("No discarded issues.")).toBeVisible();
});
