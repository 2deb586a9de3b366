import type { TestProject } from "#tests/harness/project.ts";
import { callReleases, readReleases, sendSessions } from "#tests/harness/data/releases.ts";
import { sendRouteLoad } from "#tests/harness/data/route-load.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { checkoutError, chooseScope, expect, test } from "./fixtures.ts";

const hourMs = 3_600_000;
const odd = "shop/web@1.2.3+build 7";

/**
 * Sends two releases of a shop: the second crashes more often, slows the cart, and was deployed
 * yesterday.
 */
async function ship(spoor: Spoor, project: TestProject): Promise<void> {
  await callReleases(spoor, "POST", "", { version: "2.13.0", projects: [project.slug] });
  await sendRouteLoad(spoor, project, { requests: 4_000, hours: 60, withChildren: false });
  const visit = (release: string, index: number, status: string, hours: number) => ({
    release,
    status,
    init: true,
    did: `${release} ${index % 10}`,
    environment: "production",
    errors: status === "crashed" ? 1 : 0,
    started: Date.now() - hours * hourMs,
  });
  await sendSessions(spoor, project, [
    ...Array.from({ length: 30 }, (_, index) => visit("2.13.0", index, "exited", index)),
    ...Array.from({ length: 10 }, (_, index) =>
      visit("2.14.0", index, index < 2 ? "crashed" : "exited", index / 2),
    ),
  ]);
  const dateReleased = new Date(Date.now() - 20 * hourMs).toISOString();
  await callReleases(spoor, "POST", "", {
    version: "2.14.0",
    projects: [project.slug],
    dateReleased,
    commits,
  });
  await callReleases(spoor, "POST", "2.14.0/deploys/", {
    environment: "production",
    name: "run 412",
  });
  await expect
    .poll(async () => (await readReleases(project)).map(({ sessions }) => sessions?.count ?? 0))
    .toEqual(expect.arrayContaining([10, 30]));
}

const commits = [
  {
    id: "8f2c9a4be0d15c6a7b3e2f1d4c5b6a7980f1e2d3",
    message: "Prices come from the price list\n\nNot from the cart.",
    author_name: "Ida Lind",
    timestamp: "2026-11-20T10:00:00Z",
    patch_set: [{ path: "shop/app/routes/cart.tsx", type: "M" }],
  },
  {
    id: "77ab1200",
    message: "Spelling",
    author_name: "Bo",
    patch_set: [{ path: "README.md", type: "M" }],
  },
];

test("releases list adoption and crashes and open a page with their details", async ({
  ownerPage: page,
  project,
  spoor,
  send,
}) => {
  await ship(spoor, project);
  await send({ ...checkoutError, release: "2.14.0" });
  await page.goto(`/${project.slug}/issues`);
  await page.getByRole("link", { name: "Releases" }).click();
  await expect(page).toHaveTitle(`Releases · ${project.slug} · Spoor`);
  const row = page.getByRole("row", { name: /^2\.14\.0/ });
  await expect(row).toContainText("Latest");
  await expect(row).toContainText("production");
  // Sessions of the last 24 hours: 24 of the older release, one per hour, and all 10 of this one.
  await expect(row).toContainText("29%");
  await expect(row).toContainText("4 hours ago");
  await expect(row).toContainText("80%");
  await expect(row.getByTitle("2 of 10 crashed")).toHaveCount(2);
  await expect(row.getByRole("img", { name: "2 crashed sessions over time" })).toBeVisible();
  await expect(row.getByRole("cell").last()).toHaveText("2");
  await row.getByRole("link", { name: "1 new" }).click();
  await expect(page).toHaveURL(/\/releases\/2\.14\.0#fresh$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2.14.0");
  await expect(page.getByText("Worse than 2.13.0")).toBeVisible();
  await expect(page.getByTitle("2 of 10 crashed")).toHaveCount(2);
  await expect(page.getByText("was 100%")).toHaveCount(2);
  await expect(page.getByRole("table", { name: "New issues" })).toContainText("checkout failed");
  await expect(page.getByRole("img", { name: /^Adoption over time/ })).toBeVisible();
  await page.getByText("View as table").click();
  await expect(
    page.getByRole("table", { name: "Sessions of this release over time" }),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: "Commits of this release" })).toContainText(
    "Ida Lind",
  );
  await expect(page.getByRole("table", { name: "Deploys of this release" })).toContainText(
    "run 412",
  );
  await page
    .getByRole("table", { name: "Slower routes" })
    .getByRole("link", { name: "/cart" })
    .first()
    .click();
  await expect(page).toHaveURL(/compare\?since=7d&from=2\.13\.0&to=2\.14\.0$/);
  await expect(page.getByRole("table", { name: "2.13.0 and 2.14.0 side by side" })).toBeVisible();
});

test("releases are filtered by name, environment, and time; versions may contain special characters", async ({
  ownerPage: page,
  project,
  spoor,
}) => {
  const sent = { init: true, status: "exited", did: "ida" };
  await sendSessions(spoor, project, [
    { ...sent, release: odd, environment: "production" },
    { ...sent, release: "api@1.0.0", environment: "staging" },
    { ...sent, release: "api@1.0.0", environment: "staging", started: Date.now() - 100 * hourMs },
  ]);
  await expect
    .poll(async () => (await readReleases(project)).map(({ sessions }) => sessions?.count ?? 0))
    .toEqual(expect.arrayContaining([1, 2]));
  await page.goto(`/${project.slug}/releases?environment=staging`);
  await expect(page.getByRole("row", { name: /^shop\/web/ })).toContainText("–");
  await expect(page.getByRole("row", { name: /^api/ })).toContainText("100%");
  await chooseScope(page, "Time range", "Last 24 hours");
  await expect(page).toHaveURL(/environment=staging&since=24h$/);
  await expect(page.getByTitle("1 session in the last 24 hours", { exact: true })).toBeVisible();
  await page.getByLabel("Search releases").fill("WEB@");
  await page.getByLabel("Search releases").press("Enter");
  await expect(page).toHaveURL(/environment=staging&since=24h&query=WEB/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.getByRole("link", { name: odd }).click();
  await expect(page).toHaveURL(
    /releases\/shop%2Fweb%401\.2\.3%2Bbuild%207\?environment=staging&since=24h$/,
  );
  await expect(page).toHaveTitle(`${odd} · Releases · ${project.slug} · Spoor`);
  await expect(page.getByText("No sessions of this release in this time range")).toBeVisible();
  await page.goto(`/${project.slug}/releases/shop/web@1.2.3%2Bbuild%207`);
  await expect(page.getByText("0 of 1 crashed").first()).toBeVisible();
  expect((await page.goto(`/${project.slug}/releases/nobody`))!.status()).toBe(404);
});

test("an issue resolved in a release regresses in a later one", async ({
  ownerPage: page,
  project,
  spoor,
  send,
}) => {
  for (const version of ["aaa0001", "aaa0002"])
    await callReleases(spoor, "POST", "", { version, projects: [project.slug], commits });
  await send({ ...checkoutError, release: "aaa0002" });
  const [issue] = await project.issues();
  const open = () => page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await open();
  const suspect = page.getByRole("region", { name: "Suspect commit" });
  await expect(suspect).toContainText("8f2c9a4 Prices come from the price list by Ida Lind");
  await expect(suspect).toContainText("shop/app/routes/cart.tsx");
  await page.locator('summary[aria-label="Resolve in…"]').click();
  await expect(page.locator("#releases option").first()).toHaveText("aaa0002");
  await page.getByLabel("Release", { exact: true }).fill("aaa0002");
  await page.getByRole("button", { name: "Resolve in release" }).click();
  const state = page.locator(".issue-line");
  await expect(state).toContainText("resolved in aaa0002");
  // Commit hashes have no order: aaa0001 existed before.
  await send({ ...checkoutError, release: "aaa0001" });
  await open();
  await expect(state).toContainText("resolved");
  await state.getByRole("link", { name: "aaa0002" }).click();
  await expect(page.getByRole("table", { name: "Resolved issues" })).toContainText(issue!.shortId);
  const blamed = page
    .getByRole("table", { name: "Commits of this release" })
    .getByRole("row", { name: /8f2c9a4/ });
  await expect(blamed.getByRole("link", { name: issue!.shortId })).toBeVisible();
  await send({ ...checkoutError, release: "aaa0003" });
  await expect.poll(async () => (await project.issues())[0]!.substate).toBe("regressed");
  await page.goto(`/${project.slug}/releases/aaa0003`);
  await expect(page.getByRole("table", { name: "Regressed issues" })).toContainText(issue!.shortId);
});

test("resolved in the next release: the newest known release does not count", async ({
  ownerPage: page,
  project,
  spoor,
  send,
}) => {
  await send({ ...checkoutError, release: "web@1.0.0" });
  await callReleases(spoor, "POST", "", { version: "web@1.1.0", projects: [project.slug] });
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await page.locator('summary[aria-label="Resolve in…"]').click();
  await page.getByRole("button", { name: "Next release" }).click();
  await expect(page.locator(".issue-line")).toContainText("resolved in next release");
  await send({ ...checkoutError, release: "web@1.1.0" });
  expect((await project.issues())[0]!.state).toBe("resolved");
  await send({ ...checkoutError, release: "web@1.2.0" });
  await expect.poll(async () => (await project.issues())[0]!.substate).toBe("regressed");
});

test("without releases, the page explains how to create one", async ({
  ownerPage: page,
  project,
}) => {
  await page.goto(`/${project.slug}/releases`);
  await expect(page.getByText("No releases yet.")).toBeVisible();
  await expect(page.getByText("sentry-cli releases new web@1.2.3")).toBeVisible();
});
