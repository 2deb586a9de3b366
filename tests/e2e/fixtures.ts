import { randomUUID } from "node:crypto";
import { type Page, test as base } from "@playwright/test";
import { sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { incomplete } from "#tests/harness/requests/incomplete.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { type Installation, installationFor } from "./installation.ts";

type PerTest = {
  /** An empty project for this test only. */
  project: TestProject;
  /** Sends an event and waits until pages show it. */
  send: (event: Record<string, unknown>) => Promise<string>;
  /** A page signed in as the owner. */
  ownerPage: Page;
  withScripts: boolean;
};

/**
 * Every journey runs twice: `no-js` and `with-js` (`installation.ts`). Each worker has an instance,
 * each test a project.
 */
export const test = base.extend<
  PerTest,
  { installation: Installation; spoor: Spoor; session: string }
>({
  installation: [
    async ({}, use, { project }) => {
      const installation = await installationFor(project.name);
      await use(installation);
      await installation.end();
    },
    { scope: "worker" },
  ],
  spoor: [
    async ({ installation }, use) => {
      const spoor = await installation.start();
      await makeOwner(spoor);
      await use(spoor);
      await spoor.remove();
    },
    { scope: "worker" },
  ],
  session: [
    async ({ spoor }, use) => {
      const answer = await fetch(`${spoor.url}/login`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams(owner),
      });
      await use(/spoor_session=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")![1]!);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ spoor }, use) => use(spoor.url),
  project: async ({ spoor }, use) =>
    use(await makeProject(spoor, `shop-${randomUUID().slice(0, 8)}`)),
  send: async ({ spoor, project }, use) => {
    let sent = 0;
    await use(async (event) => {
      const event_id = (event.event_id as string | undefined) ?? randomUUID().replaceAll("-", "");
      const answer = await sendEnvelope(spoor, project, envelopeOf({ ...event, event_id }));
      if (answer.status !== 200) throw new Error(await answer.text());
      sent += 1;
      await base.expect
        .poll(async () => (await project.issues()).reduce((sum, issue) => sum + issue.count, 0))
        .toBeGreaterThanOrEqual(sent);
      return event_id;
    });
  },
  ownerPage: async ({ page, spoor, session }, use) => {
    await page.context().addCookies([{ name: "spoor_session", value: session, url: spoor.url }]);
    await use(page);
  },
  withScripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled ?? true),
});

export const { expect } = base;

/** Chooses from a menu in the page's header. */
export const chooseScope = (
  page: Page,
  menu: "Environment" | "Time range",
  option: string,
): Promise<void> => chooseFilter(page, menu, option);

/**
 * Opens the menu of that name in the page's main part and follows one of its links. Retries, as an
 * arriving page closes it.
 */
export async function chooseFilter(page: Page, menu: string, option: string): Promise<void> {
  const summary = page.getByRole("main").locator("summary", { hasText: `${menu}:` });
  const sheet = page.getByRole("main").locator("details[open] > .sheet");
  const link = sheet.getByRole("link", { name: option, exact: true });
  await expect(async () => {
    if (!(await link.isVisible())) await summary.click({ timeout: 1_000 });
    await link.click({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

/** Waits until the server has confirmed an action, which the page shows earlier. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy", "true");
}

/** Opens a page, again until it leaves nothing out for lack of time. */
export async function openComplete(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const answer = await page.goto(path);
    expect(await answer!.text()).not.toMatch(incomplete);
  }).toPass({ timeout: 40_000 });
}

/**
 * Waits until the page is hydrated and has loaded everything: a click before would load a document.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("spoor.hydrated").length > 0);
  await page.waitForLoadState("networkidle");
}

/** Waits until keyboard shortcuts, whose script loads after hydration, take keys. */
export async function takesKeys(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Shortcuts handle the first key and ignore the second.
    const isTaken = (key: string) =>
      !document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    const isFirstTaken = isTaken("g");
    return isFirstTaken && !isTaken("~");
  });
}

/** An error as a web shop's server would send it. */
export const checkoutError = {
  platform: "node",
  level: "error",
  environment: "production",
  release: "web@1.2.3",
  transaction: "/checkout",
  user: { id: "42", email: "jane@example.com" },
  tags: { plan: "pro" },
  request: {
    url: "https://shop.example/checkout",
    method: "POST",
    headers: { "User-Agent": "test", Cookie: "session=secret" },
  },
  breadcrumbs: [
    { timestamp: 1_795_236_983, category: "navigation", data: { from: "/cart", to: "/checkout" } },
  ],
  contexts: { runtime: { name: "node", version: "24.21.0" } },
  exception: {
    values: [
      {
        type: "TypeError",
        value: "Cannot read properties of undefined (reading 'price')",
        stacktrace: { frames: framesOf("total", 41) },
      },
      {
        type: "Error",
        value: "checkout failed",
        mechanism: { type: "onuncaughtexception", handled: false },
        stacktrace: { frames: framesOf("submit", 12) },
      },
    ],
  },
};

/**
 * A navigation from the click to the queries, in which a loader threw. Spans are numbered in the
 * order of lines.
 */
export const cartTrace = {
  drawing: `
  navigation /cart 0-420 @browser
    GET /cart.data 8-416 client http.request.method=GET url.full=https://shop.example/cart.data
      GET /cart 14-410 @storefront server http.route=/cart http.request.method=GET http.response.status_code=500
        loader root 16-34 react_router.kind=loader react_router.route.id=root
        loader routes/shop 17-58 react_router.kind=loader react_router.route.id=routes/shop react_router.route.parent_id=root react_router.route.path=shop
          SELECT shops 20-50 @db client db.system.name=sqlite
        loader routes/cart 17-402 react_router.kind=loader react_router.route.id=routes/cart react_router.route.parent_id=routes/shop react_router.route.path=cart !TypeError
          SELECT cart_lines 20-81.4 @db client db.system.name=sqlite db.rows=14 db.note=rare
          GET inventory/:sku 90-225 client
            GET /inventory/:sku 95-220 @inventory server http.route=/inventory/:sku
              SELECT products 100-130 @db client
              SELECT products 130-150 @db client
              SELECT products 150-160 @db client
              SELECT products 160-190 @db client
              SELECT products 190-195 @db client
              SELECT products 195-200 @db client !Timeout
              cache.get 201-215
          render totals 230-400
        loader routes/cart.suggestions 18-230 react_router.kind=loader react_router.route.id=routes/cart.suggestions react_router.route.parent_id=routes/cart react_router.route.path=suggestions`,
  spanIds: { shopSelect: sampleSpanId(6), loaderCart: sampleSpanId(7), select: sampleSpanId(8) },
};

function framesOf(name: string, lineno: number) {
  const library = (index: number) => ({
    function: `handler${index}`,
    filename: "node_modules/react-router/dist/index.js",
    lineno: index,
    in_app: false,
  });
  return [
    library(1),
    library(2),
    library(3),
    {
      function: name,
      filename: "app/routes/cart.tsx",
      lineno,
      colno: 36,
      in_app: true,
      pre_context: ["  const lines = cart.lines.map((line) => ({"],
      context_line: `    ...line, total: line.product.price * ${lineno},`,
      post_context: ["  }))"],
      vars: { quantity: 3, password: "hunter2" },
    },
  ];
}
