import AxeBuilder from "@axe-core/playwright";
import { sendTrace } from "#tests/harness/send-trace.ts";
import { cartTrace, checkoutError, expect, test } from "./fixtures.ts";

const pathsOf = (slug: string, issue: string, trace: string) => [
  "/",
  "/projects/new",
  "/logout",
  "/forgot",
  "/account",
  "/account/password",
  "/account/sessions",
  "/settings/invitations",
  "/settings/mail",
  `/${slug}/settings/invitations`,
  `/${slug}/connect`,
  `/${slug}/issues`,
  `/${slug}/issues?query=nothing-matches`,
  `/${slug}/issues?query=is:purple`,
  `/${slug}/issues/${issue}`,
  `/${slug}/issues/${issue}/events`,
  `/${slug}/issues/${issue}/tags`,
  `/${slug}/issues/${issue}/tags/plan`,
  `/${slug}/issues/${issue}/activity`,
  `/${slug}/issues/${issue}/grouping`,
  `/${slug}/routes`,
  `/${slug}/routes/%2Fcart`,
  `/${slug}/traces`,
  `/${slug}/traces?query=name:nothing`,
  `/${slug}/traces?query=status:purple`,
  `/${slug}/traces/${trace}`,
  `/${slug}/traces/${trace}?only=errors&raw=1`,
  `/${slug}/traces/${trace}/spans/${cartTrace.spanIds.loaderCart}`,
  `/${slug}/traces/compare`,
  `/${slug}/traces/compare?a=${trace}&b=${trace}`,
  "/nothing/here/at/all",
];

test("axe finds nothing on any page, light or dark, wide or narrow", async ({
  ownerPage: page,
  project,
  send,
  spoor,
  withScripts,
}) => {
  test.skip(!withScripts, "axe is itself a script; the pages are the same");
  test.setTimeout(360_000);
  await send(checkoutError);
  const [issue] = await project.issues();
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(colorScheme === "light" ? { width: 1280, height: 800 } : { width: 390, height: 844 });
    for (const path of pathsOf(project.slug, issue!.shortId, traceId)) {
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      for (const { id, nodes } of violations)
        found.push(`${colorScheme} ${path}: ${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    }
  }
  expect(found).toEqual([]);
});

test("no page logs an error, breaks its policy, fails a request or scrolls sideways on a phone", async ({
  ownerPage: page,
  project,
  send,
  spoor,
  withScripts,
}) => {
  await send(checkoutError);
  const [issue] = await project.issues();
  const { traceId } = await sendTrace(spoor, project, cartTrace.drawing);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/404/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 400 && !response.url().includes("nothing"))
      complaints.push(`${response.status()} ${response.url()}`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of pathsOf(project.slug, issue!.shortId, traceId)) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
    expect((await page.title()).length, path).toBeGreaterThan(5);
    if (withScripts) {
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  }
  expect(complaints).toEqual([]);
});

test("the keyboard reaches the first issue and opens it", async ({ ownerPage: page, project, send }) => {
  await send(checkoutError);
  await page.goto(`/${project.slug}/issues`);
  const link = page.getByRole("rowheader").getByRole("link");
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    if (await link.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/issues\/[\w-]+-1/);
});
