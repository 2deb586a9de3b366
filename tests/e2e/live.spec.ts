import type { Page } from "@playwright/test";
import { signIn } from "#tests/harness/visitor.ts";
import { expect, settled, takesKeys, test } from "./fixtures.ts";

const message = (text: string) => ({ message: text, platform: "node" });
const password = "another long password";

test.describe("with scripts", () => {
  test.beforeEach(({ withScripts }) => test.skip(!withScripts, "What scripts add."));

  test("an open list announces new issues and keeps selection and scroll position", async ({
    ownerPage: page,
    project,
    send,
  }) => {
    await send(message("the otter is out"));
    await listening(page, () => page.goto(`/${project.slug}/issues`));
    await page.getByRole("row").filter({ hasText: "otter" }).getByRole("checkbox").check();
    await send(message("the badger is out"));
    const offer = page.getByRole("status").getByRole("button", { name: "1 new: show" });
    await expect(offer).toBeVisible();
    await expect(page.getByText("the badger is out"), "offered, not moved").toHaveCount(0);
    await offer.click();
    await expect(page.getByText("the badger is out")).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(
      page.getByRole("row").filter({ hasText: "otter" }).getByRole("checkbox"),
    ).toBeChecked();
  });

  test("an open issue announces changes by others and new events", async ({
    ownerPage: page,
    project,
    spoor,
    send,
  }) => {
    await send(message("the otter is out"));
    const [issue] = await project.issues();
    await spoor.run(
      "user",
      "create",
      "--email",
      "ada@example.com",
      "--password",
      password,
      "--name",
      "Ada",
    );
    await spoor.run(
      "member",
      "add",
      "--project",
      project.slug,
      "--email",
      "ada@example.com",
      "--role",
      "developer",
    );
    const ada = await signIn(spoor.url, { email: "ada@example.com", password });
    const path = `/${project.slug}/issues/${issue!.shortId}`;
    await listening(page, () => page.goto(path));
    await send(message("the otter is out"));
    await expect(page.getByRole("button", { name: "1 new event: show" })).toBeVisible();
    await ada.post(path, { intent: "resolve" });
    const offer = page.getByRole("button", { name: "Ada resolved this just now: show" });
    await expect(offer).toBeVisible();
    await expect(page.getByRole("button", { name: "Reopen" })).toHaveCount(0);
    await offer.click();
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
    await expect(page.getByRole("button", { name: /: show$/ })).toHaveCount(0);
  });

  test("Escape and a click outside close a menu", async ({ ownerPage: page, project, send }) => {
    await send(message("the otter is out"));
    await listening(page, () => page.goto(`/${project.slug}/issues`));
    const menu = page.getByRole("main").locator("summary", { hasText: "Time range:" });
    const choice = page.getByRole("main").getByRole("link", { name: "Last hour" });
    await menu.press("Enter");
    await expect(choice).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(choice).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await expect(choice).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(choice).toBeHidden();
  });

  test("the keyboard selects rows, resolves, changes pages, and lists its shortcuts", async ({
    ownerPage: page,
    project,
    send,
  }) => {
    for (const animal of ["otter", "badger", "weasel"]) await send(message(`the ${animal} is out`));
    await listening(page, () => page.goto(`/${project.slug}/issues`));
    const row = (animal: string) => page.getByRole("row").filter({ hasText: animal });
    await page.keyboard.press("j");
    await expect(row("weasel").getByRole("link")).toBeFocused();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect(row("otter").getByRole("link")).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await expect(row("badger").getByRole("checkbox")).toBeChecked();
    await page.keyboard.press("x");
    await expect(row("badger").getByRole("checkbox")).not.toBeChecked();

    await page.keyboard.press("e");
    await expect(page.getByText("1 issue resolved.")).toBeVisible();
    await expect(row("badger")).toHaveCount(0);
    await expect(row("otter").getByRole("link"), "the row that took its place").toBeFocused();
    await expect(row("otter").getByRole("checkbox")).not.toBeChecked();
    await page.keyboard.press("z");
    await expect(page.getByText("1 issue restored")).toBeVisible();
    await expect(row("badger")).toBeVisible();

    // On the list, too, keys act on the current row.
    await row("badger").getByRole("link").focus();
    await page.keyboard.press("a");
    const picker = page.getByRole("combobox", { name: "Assignee" });
    await expect(picker, "a list of people, not the first of them").toBeFocused();
    await expect(row("badger").getByRole("checkbox")).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(row("badger").getByRole("link"), "as before the key").toBeFocused();
    await expect(row("badger").getByRole("checkbox")).not.toBeChecked();
    await page.keyboard.press("a");
    await expect(picker).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 issue assigned to you.")).toBeVisible();
    await expect(row("badger").getByRole("link")).toBeFocused();
    await page.keyboard.press("i");
    await expect(page.getByText("1 issue ignored.")).toBeVisible();
    await expect(row("badger")).toHaveCount(0);

    await page.getByRole("link", { name: "Keyboard shortcuts" }).click();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog).toContainText("g r");
    await expect(dialog).toContainText("Resolve");
    await expect(dialog).toContainText("Select row");
    await page.keyboard.press("j");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    await page.keyboard.press("/");
    const search = page.getByRole("combobox", { name: "Search" });
    await expect(search).toBeFocused();
    await page.keyboard.type(" je?");
    await expect(search).toHaveValue("is:unresolved je?");
    await search.fill("is:unresolved");
    await search.blur();

    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL(/\/traces/);
    await page.keyboard.press("Control+g");
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page).toHaveURL(/\/issues/);
    // The URL changes before the page does.
    await expect(row("weasel")).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.locator("main tbody tr:focus-within")).toBeVisible();
    await page.keyboard.press("Enter");
    const assignee = page.locator("summary", { hasText: "Assignee:" });
    await expect(assignee).toContainText("Unassigned");
    await page.keyboard.press("a");
    const toMe = page.getByRole("button", { name: "Assign to me" });
    await expect(toMe).toBeFocused();
    // Letters and arrow keys move in the list, which takes no other shortcut.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("e");
    await page.keyboard.press("a");
    await expect(toMe).toBeFocused();
    await expect(assignee).toContainText("Unassigned");
    await page.keyboard.press("Enter");
    await expect(assignee).toContainText("mira");
    await settled(page);
    await page.keyboard.press("i");
    await expect(page.locator(".issue-line")).toContainText("ignored");

    // Rows of events take no key that the issue has.
    await page.getByRole("link", { name: /^All events/ }).click();
    await expect(page.getByRole("table", { name: /events/i })).toBeVisible();
    await page.keyboard.press("?");
    const keys = dialog.locator("dt");
    await expect(keys.filter({ hasText: /^j$/ })).toHaveCount(1);
    const names = await keys.allTextContents();
    expect(new Set(names).size).toBe(names.length);
  });

  test("each list starts at its first row, and goes on at its last one", async ({
    ownerPage: page,
    project,
    send,
  }) => {
    for (const bird of ["heron", "stork", "egret"])
      await send({ ...message(`the ${bird} stands`), release: `pond@${bird.length}.${bird}` });
    const rowLink = (index: number) => page.locator("main tbody th a").nth(index);
    await listening(page, () => page.goto(`/${project.slug}/issues`));
    for (const [key, index] of [
      ["j", 0],
      ["j", 1],
      ["k", 0],
      ["j", 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(rowLink(index)).toBeFocused();
    }
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await expect(page).toHaveURL(/\/releases/);
    await expect(rowLink(2)).toBeVisible();
    await page.keyboard.press("j");
    await expect(rowLink(0)).toBeFocused();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page).toHaveURL(/\/issues/);
    await expect(page.getByRole("link", { name: "the egret stands" })).toBeVisible();
    await page.keyboard.press("j");
    await expect(rowLink(2)).toBeFocused();
  });

  test("rows and shortcuts work before the bulk bar's script loads", async ({
    ownerPage: page,
    project,
    send,
  }) => {
    await send(message("the otter is out"));
    const gate = Promise.withResolvers<void>();
    await page.route(/assets\/bulk-bar-/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await listening(page, () => page.goto(`/${project.slug}/issues`));
    const resolve = page.locator(".selection [value=resolve]");
    expect(await resolve.count(), "from the first byte").toBe(1);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect(page.getByText("1 issue resolved.")).toBeVisible();
    await page.keyboard.press("z");
    await expect(page.getByText("1 issue restored")).toBeVisible();
    gate.resolve();
    await page.getByRole("row").filter({ hasText: "otter" }).getByRole("checkbox").check();
    await expect(resolve).toBeVisible();
  });

  test("an action shows at once, posts once, and is reverted on refusal", async ({
    ownerPage: page,
    project,
    spoor,
    send,
  }) => {
    for (const animal of ["otter", "badger"]) await send(message(`the ${animal} is out`));
    const badger = (await project.issues()).find(({ title }) => title.includes("badger"));
    await listening(page, () => page.goto(`/${project.slug}/issues?query=`));
    const row = (animal: string) => page.getByRole("row").filter({ hasText: animal });
    const gate = Promise.withResolvers<void>();
    let posts = 0;
    await page.route("**/*.data*", async (route) => {
      if (route.request().method() === "POST") {
        posts += 1;
        await gate.promise;
      }
      await route.continue();
    });
    await row("otter").getByRole("checkbox").check();
    const resolve = page.getByRole("button", { name: /^Resolve(?: …)?$/ });
    await resolve.click();
    await expect(row("otter"), "before the server has said anything").toContainText("Resolved");
    await expect(row("badger")).not.toContainText("Resolved");
    await row("badger").getByRole("checkbox").check();
    await resolve.click();
    gate.resolve();
    // The selection bar takes its place while issues are selected.
    await expect(page.getByText("1 issue resolved.")).toBeAttached();
    expect(posts).toBe(1);
    await expect(row("otter").getByRole("checkbox")).not.toBeChecked();
    await expect(row("badger").getByRole("checkbox"), "ticked meanwhile").toBeChecked();
    await expect(resolve).toBeFocused();

    const path = `/${project.slug}/issues/${badger!.shortId}`;
    await page.goto(path);
    const ignore = page.getByRole("button", { name: "Ignore", exact: true });
    await expect(ignore).toBeVisible();
    await spoor.run(
      "user",
      "create",
      "--email",
      "bea@example.com",
      "--password",
      password,
      "--name",
      "Bea",
    );
    await spoor.run(
      "member",
      "add",
      "--project",
      project.slug,
      "--email",
      "bea@example.com",
      "--role",
      "developer",
    );
    const bea = await signIn(spoor.url, { email: "bea@example.com", password });
    await bea.post(path, { intent: "resolve" });
    await ignore.click();
    await expect(page.getByRole("heading", { name: "Changed by another member" })).toBeVisible();
    await page.getByRole("link", { name: "Keep their change" }).click();
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
  });
});

test("the key / focuses the page's search, or else the rail's", async ({
  ownerPage: page,
  project,
  withScripts,
}) => {
  test.skip(!withScripts, "Keys need scripts.");
  const jump = page.getByLabel("Search or jump to");
  await listening(page, () => page.goto(`/${project.slug}/issues`));
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  await page.goto(`/${project.slug}`);
  await takesKeys(page);
  await page.keyboard.press("/");
  await expect(jump).toBeFocused();
});

test("Ctrl+K lists matching pages and results while typing", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  test.skip(!withScripts, "Without scripts, the field is a form.");
  await send(message("the otter is out"));
  const [issue] = await project.issues();
  await listening(page, () => page.goto(`/${project.slug}/issues`));
  await page.keyboard.press("Control+k");
  const field = page.getByLabel("Search or jump to");
  await expect(field).toBeFocused();
  const list = page.getByRole("group", { name: "Suggestions" });
  await page.keyboard.type("mon");
  await expect(list.getByRole("link", { name: "Monitors page" })).toBeVisible();
  await field.fill("otter");
  await expect(list.getByRole("link", { name: /the otter is out.* issue$/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/${project.slug}/issues/${issue!.shortId}$`));
  await expect(list).toHaveCount(0);
  await field.fill("otter is");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/${project.slug}/search\\?q=otter`));
  await expect(page.getByRole("heading", { name: "Search", level: 1 })).toBeVisible();
});

test("text typed after / right after hydration is searched for", async ({
  ownerPage: page,
  project,
  withScripts,
}) => {
  test.skip(!withScripts, "Keys need scripts.");
  for (const path of ["", "/issues"]) {
    await page.goto(`/${project.slug}${path}`, { waitUntil: "load" });
    await page.waitForFunction(() => performance.getEntriesByName("spoor.hydrated").length > 0);
    await page.keyboard.type("/ga", { delay: 30 });
    const name = path ? "Search" : "Search or jump to";
    await expect(page.getByLabel(name, { exact: true })).toHaveValue(/ga$/);
    await expect(page).toHaveURL(new RegExp(`${project.slug}${path}$`));
  }
});

test("text typed after Ctrl+K right after hydration is searched for", async ({
  ownerPage: page,
  project,
  withScripts,
}) => {
  test.skip(!withScripts, "Keys need scripts.");
  await page.goto(`/${project.slug}/issues`, { waitUntil: "load" });
  await page.waitForFunction(() => performance.getEntriesByName("spoor.hydrated").length > 0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("monit", { delay: 30 });
  await expect(page.getByLabel("Search or jump to")).toHaveValue("monit");
  const list = page.getByRole("group", { name: "Suggestions" });
  await expect(list.getByRole("link", { name: "Monitors page" })).toBeVisible();
});

test("single-key shortcuts can be turned off", async ({
  ownerPage: page,
  project,
  send,
  withScripts,
}) => {
  await send(message("the otter is out"));
  await page.goto("/account/preferences");
  await page.getByRole("button", { name: "Turn shortcuts off" }).click();
  await expect(page.getByRole("button", { name: "Turn shortcuts on" })).toBeVisible();
  if (!withScripts) return;
  const late = [page.waitForRequest(/\/live\?/), page.waitForResponse(/assets\/keyboard-/)];
  await Promise.all([...late, page.goto(`/${project.slug}/issues`)]);
  await page.keyboard.press("j");
  await page.keyboard.press("/");
  await expect(page.locator(":focus")).toHaveCount(0);
});

/** Waits until the page has its event stream and its keyboard shortcuts, which load later. */
async function listening(page: Page, open: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForRequest(/\/live\?/), open()]);
  await takesKeys(page);
}
