import type { Page } from "@playwright/test";
import type { TestProject } from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { readVitals, type SentVital, sendVitals } from "#tests/harness/data/vitals.ts";
import { chooseFilter, expect, test } from "./fixtures.ts";

const phone =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156 Mobile Safari/537.36";
const product = "/shop/:product";
const hourMs = 3_600_000;

/** Sends 40 visits of a product page, a quarter of them slow on phones, and 5 of the checkout. */
async function visit(spoor: Spoor, project: TestProject): Promise<void> {
  const visits = Array.from({ length: 40 }, (_, index): SentVital[] => {
    const isPhone = index % 4 === 0;
    const common = {
      route: product,
      at: Date.now() - (index + 1) * hourMs,
      ...(isPhone && { userAgent: phone }),
    };
    const lcp = isPhone ? 4_500 : 1_000 + 10 * index;
    return [
      { ...common, vital: "lcp", value: lcp, id: `lcp-${index}` },
      { ...common, vital: "cls", value: isPhone ? 0.12 : 0, id: `cls-${index}` },
      { ...common, vital: "hydration", value: 800 + index, id: `hydration-${index}` },
    ];
  });
  const checkout = Array.from({ length: 5 }, (_, index): SentVital => {
    return {
      vital: "lcp",
      value: 6_000,
      id: `checkout-${index}`,
      route: "/checkout",
      release: "2.0.0",
    };
  });
  await sendVitals(spoor, project, [...visits.flat(), ...checkout]);
  await expect
    .poll(async () => (await readVitals(project)).routes.map(({ count }) => count))
    .toEqual([40, 5]);
}

/** Sends a document that hydrated, one that did not, and a navigation of more than a second. */
async function reach(spoor: Spoor, project: TestProject): Promise<void> {
  const answered = `http.route=${product} react_router.request=document http.response.status_code=200`;
  await sendTrace(spoor, project, `GET ${product} 0-60 @shop server ${answered}`);
  await sendTrace(
    spoor,
    project,
    `
  GET ${product} 0-60 @shop server ${answered}
    document load 0-600 @browser react_router.kind=document http.route=${product} sentry.op=pageload
      hydrate 300-350 @browser react_router.kind=hydration http.route=${product} sentry.op=ui.react`,
  );
  await sendTrace(
    spoor,
    project,
    `navigate ${product} 0-1500 @browser react_router.kind=navigation http.route=${product} sentry.op=navigation`,
  );
  await expect
    .poll(async () => (await readVitals(project)).reached)
    .toMatchObject({ documents: 2, hydrated: 1, navigations: 1 });
}

const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });
const summary = (page: Page) => page.getByRole("table", { name: "Web vitals: p75" });
const byPage = (page: Page) => page.getByRole("table", { name: "Web vitals by page" });

test("vitals show ratings in words and charts with tables", async ({
  ownerPage: page,
  spoor,
  project,
}) => {
  await visit(spoor, project);
  await page.goto(`/${project.slug}/issues`);
  await page.getByRole("link", { name: "Vitals" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Web vitals" })).toBeVisible();
  await page.goto(`/${project.slug}/vitals?since=7d`);
  await expect(summary(page).getByRole("row", { name: "Largest contentful paint" })).toContainText(
    "poor",
  );
  await expect(summary(page).getByRole("row", { name: "Cumulative layout shift" })).toContainText(
    "75% good",
  );
  const checkout = byPage(page).getByRole("row", { name: "/checkout" });
  await expect(checkout, "five visits judge nothing").toContainText("poor, few visits");

  await byPage(page).getByRole("link", { name: product }).click();
  await expect(page).toHaveURL(/route=%2Fshop%2F%3Aproduct/);
  await expect(page.getByRole("heading", { level: 1, name: product })).toBeVisible();
  // A sketch is accurate to 0.55%: 4.5 s and 1.3 s were sent.
  await expect(row(page, /^Phone/)).toContainText(/4\.(?:49|5\d) s/);
  await expect(row(page, /^Desktop/)).toContainText(/1\.(?:29|30|31) s/);
  await summary(page).getByRole("link", { name: "Cumulative layout shift" }).click();
  await expect(page).toHaveURL(/vital=cls/);
  await expect(page.getByText("Visits by value · 30 visits with a value of 0")).toBeVisible();
  await page.getByText("View as table").last().click();
  await expect(
    page.getByRole("table", { name: "Cumulative layout shift: visits by value" }),
  ).toContainText("30");
  await page.getByRole("link", { name: "All pages" }).click();
  await expect(page).not.toHaveURL(/route=/);
});

test("vitals sort by every column and filter, with all state in the URL", async ({
  ownerPage: page,
  spoor,
  project,
}) => {
  await visit(spoor, project);
  await page.goto(`/${project.slug}/vitals`);
  const pages = byPage(page).locator("tbody th");
  await expect(pages).toHaveText([product, "/checkout"]);
  await byPage(page).getByRole("columnheader", { name: "LCP" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=lcp/);
  await expect(byPage(page).getByRole("columnheader", { name: "LCP" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(pages).toHaveText(["/checkout", product]);

  await chooseFilter(page, "Device", "Phone");
  await expect(page).toHaveURL(/device=mobile/);
  await expect(pages).toHaveText([product]);
  await page.goto(`/${project.slug}/vitals?release=2.0.0`);
  await expect(pages).toHaveText(["/checkout"]);
  await page.goto(`/${project.slug}/vitals?device=tablet`);
  await page.getByRole("link", { name: "Show the last 90 days" }).click();
  await expect(pages).toHaveText([product, "/checkout"]);
});

test("vitals JSON has fractional shares, null without data, and the last value per ID", async ({
  spoor,
  project,
}) => {
  await visit(spoor, project);
  const again: SentVital = {
    vital: "lcp",
    value: 3_000,
    id: "checkout-0",
    route: "/checkout",
    release: "2.0.0",
  };
  await sendVitals(spoor, project, [{ ...again, value: 2_000 }, again]);
  const checkout = async () => (await readVitals(project, { release: "2.0.0" })).routes[0]!;
  await expect.poll(async () => (await checkout()).lcp?.poor).toBe(0.8);
  expect(await checkout()).toMatchObject({
    route: "/checkout",
    count: 5,
    inp: null,
    hydration: null,
    lcp: { good: 0, needsImprovement: 0.2, poor: 0.8, count: 5 },
  });
  const mobile = (await readVitals(project, { device: "mobile", sort: "-page" })).routes;
  expect(mobile.map(({ route, count }) => [route, count])).toEqual([[product, 10]]);
  expect(mobile[0]!.lcp!.p75 / 4_500 - 1).toBeLessThan(0.01);
  expect((await project.get("/vitals.json?sort=fid")).status).toBe(422);
});

test("vitals and route pages show page loads and navigations", async ({
  ownerPage: page,
  spoor,
  project,
}) => {
  await reach(spoor, project);
  const fact = (name: string) => page.locator("dl.facts > div", { hasText: name }).first();
  await page.goto(`/${project.slug}/vitals`);
  await expect(fact("Documents served")).toContainText("2, 67% of 3 page views");
  await expect(fact("Never hydrated")).toContainText("50% of 2 documents");
  await expect(fact("Pending navigations")).toContainText("100% took over a second");
  await page.goto(`/${project.slug}/routes?query=${encodeURIComponent(product)}&kind=navigation`);
  await page.getByRole("link", { name: product }).click();
  await expect(page.getByRole("heading", { name: "Page loads and navigations" })).toBeVisible();
  await expect(fact("Navigations")).toContainText("1, 33%");
});
