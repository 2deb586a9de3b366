import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { chromiumArguments } from "#tests/harness/browser.ts";
import type { IssueJson } from "#tests/harness/project.ts";
import { incomplete } from "#tests/harness/requests/incomplete.ts";
import { clickToQuery, type SampleSpoor, startSampleSpoor } from "#tests/harness/sample-spoor.ts";
import { findJourneyBrowser } from "#tests/set-up.js";

/*
 * Compares pages with their accepted pictures (`looks/`). `npm run looks` accepts the current ones; review them
 * in the commit. Pictures have half the size of the screen: text stays readable, 75 pictures stay small, and most
 * differences between machines at the edges of letters average out.
 */

/** 2026-11-20, a Friday, at noon. */
const frozenAt = 1_795_176_000_000;

const forms = [
  { name: "light", width: 1440, height: 900, colorScheme: "light" },
  { name: "dark", width: 1440, height: 900, colorScheme: "dark" },
  { name: "phone", width: 390, height: 844, colorScheme: "light" },
] as const;

/**
 * Without the machine's font hinting: with it, the same page differed in 2% of its pixels, at most
 * 6% (measured).
 */
const steadyText = [
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--disable-font-subpixel-positioning",
];
test.use({
  launchOptions: {
    executablePath: findJourneyBrowser(),
    args: [...chromiumArguments, ...steadyText],
  },
});

/**
 * Two runs on one machine differ by less (measured). A header 4 px lower differs by more in 42 of
 * 75 pictures.
 */
const tolerance = { threshold: 0.15, maxDiffPixelRatio: 0.006 };

const accepted = fileURLToPath(new URL("looks", import.meta.url));

/** `says`: what a busy machine may leave out. */
type Look = { name: string; path: string; says?: string; isPublic?: true };

async function looksOf(sample: SampleSpoor): Promise<Look[]> {
  const { read, slug } = sample;
  const click = await clickToQuery(sample);
  const { issues } = await read<{ issues: IssueJson[] }>("/issues.json?limit=200&query=");
  const { routes } = await read<{ routes: { id: number; route: string; kind: string }[] }>(
    "/routes.json",
  );
  const issue = issues.find(({ value }) => value.includes("cartId"))!.shortId;
  const timeout = issues.find(({ value }) => value.includes("statement timeout"))!;
  const route = routes.find((each) => each.route === "/checkout" && each.kind === "server")!.id;
  const event = await read<{ traceId: string; spanId: string }>(
    `/issues/${timeout.id}/events/oldest.json`,
  );
  const trace = `/${slug}/traces/${event.traceId}`;
  return [
    { name: "login", path: "/login", isPublic: true },
    { name: "projects", path: "/" },
    { name: "overview", path: `/${slug}` },
    { name: "issues", path: `/${slug}/issues` },
    { name: "issue", path: `/${slug}/issues/${issue}` },
    { name: "issue-server", path: `/${slug}/issues/${timeout.shortId}/events/oldest` },
    { name: "issue-tags", path: `/${slug}/issues/${issue}/tags` },
    { name: "issue-activity", path: `/${slug}/issues/${issue}/activity` },
    { name: "routes", path: `/${slug}/routes` },
    { name: "route", path: `/${slug}/routes/${route}`, says: "suspect commit" },
    { name: "route-compare", path: `/${slug}/routes/${route}/compare` },
    { name: "traces", path: `/${slug}/traces` },
    { name: "trace", path: `/${slug}/traces/${click}` },
    { name: "trace-span", path: `${trace}/spans/${event.spanId}` },
    { name: "releases", path: `/${slug}/releases` },
    { name: "release", path: `/${slug}/releases/web@2.4.1` },
    { name: "vitals", path: `/${slug}/vitals` },
    { name: "monitors", path: `/${slug}/monitors` },
    { name: "monitor", path: `/${slug}/monitors/catalog-import` },
    { name: "feedback", path: `/${slug}/feedback` },
    { name: "alerts", path: `/${slug}/alerts` },
    { name: "connect", path: `/${slug}/connect` },
    { name: "settings", path: `/${slug}/settings/general` },
    { name: "account", path: "/account" },
    { name: "not-found", path: `/${slug}/nothing/here` },
  ];
}

let spoor: SampleSpoor;
let looks: Look[];
test.beforeAll(async () => {
  spoor = await startSampleSpoor({ frozenAt });
  looks = await looksOf(spoor);
});
test.afterAll(() => spoor?.remove());

for (const form of forms)
  test(`pages match their accepted pictures, ${form.name}`, async ({ browser }) => {
    const { updateSnapshots } = test.info().config;
    test.skip(
      !existsSync(accepted) && updateSnapshots === "missing",
      "No pictures are accepted: npm run looks",
    );
    const page = await openPage(browser, form);
    for (const look of looks) {
      const { name, path, isPublic } = look;
      await page.context().clearCookies();
      if (!isPublic)
        await page
          .context()
          .addCookies([{ name: "spoor_session", value: spoor.session, url: spoor.url }]);
      await openComplete(page, look);
      await page.evaluate(() => document.fonts.ready);
      expect
        .soft(await page.screenshot({ scale: "device" }), path)
        .toMatchSnapshot(`${name}-${form.name}.png`, tolerance);
    }
    await page.context().close();
  });

async function openPage(
  browser: Browser,
  { width, height, colorScheme }: (typeof forms)[number],
): Promise<Page> {
  const settings = {
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor: 0.5,
    reducedMotion: "reduce",
  } as const;
  const context = await browser.newContext({ ...settings, javaScriptEnabled: false });
  await context.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: withoutChance(await answer.text()) });
  });
  return context.newPage();
}

/**
 * Reloads, at most 20 times, until the page had the time to read everything: nothing says otherwise,
 * and it is the same twice.
 */
async function openComplete(page: Page, { path, says }: Look): Promise<void> {
  let last = "";
  for (let tries = 0; tries <= 20; tries++) {
    const html = withoutHead(await (await page.goto(spoor.url + path))!.text());
    if (html === last && !incomplete.test(html) && (!says || html.includes(says))) return;
    last = html;
  }
  throw new Error(`${path} is still incomplete.`);
}

/** Without scripts, and how far this time's search for links reached. */
const withoutHead = (html: string): string =>
  html.replaceAll(
    /<script[^>]*>.*?<\/script>|<(?:link|meta)[^>]*>|Searched traces since [^<]*/gs,
    "",
  );

/** Keys, ports, and versions differ from one run to the next. */
const withoutChance = (html: string): string =>
  html
    .replaceAll(/\b[0-9a-f]{32}@127\.0\.0\.1:\d+/g, `${"0".repeat(32)}@spoor.example`)
    .replaceAll(/127\.0\.0\.1:\d+/g, "spoor.example")
    .replaceAll(/Bearer( |%20)[0-9a-f]{32}/g, `Bearer$1${"0".repeat(32)}`)
    .replaceAll(/spoor-react-router-[\d.]+-[0-9a-f]{16}/g, "spoor-react-router-0.0.0");
