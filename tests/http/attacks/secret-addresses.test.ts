import { randomBytes } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { type Collector, startCollector } from "#tests/harness/servers/otlp-collector.ts";
import { makeOwner, owner } from "#tests/harness/project.ts";
import { readRouteTable } from "#tests/harness/requests/route-table.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { placesOf, storedBytes } from "#tests/harness/data/stored-bytes.ts";

// Opens secret URLs with and without scripts, then searches all written data for them.

/** Query parameters of pages, besides IDs. A new one must be listed as plain or secret. */
const plainParams = new Set([
  "project",
  "deletion",
  "issue",
  "key",
  "event",
  "attachment",
  "route",
  "rule",
  "monitor",
  "trace",
  "span",
  "bundle",
  "*",
]);
const secretParams = new Set(["token"]);

/** URLs with a secret in their query; `*` stands for it. */
const secretQueries = [
  "/setup?token=*",
  "/login/oidc/callback?code=*&state=x",
  "/login/oidc/callback?code=x&state=*",
  "/login?next=%2Finvite%2F*",
  "/account?sentry_key=*",
  "/no/such/page/*",
  "/shop/issues.json?token=*",
  "/api/0/organizations/*/",
  "/mcp?token=*",
];

let collector: Collector;
let spoor: Spoor;
let browser: Browser;
const secrets: string[] = [];

beforeAll(async () => {
  collector = await startCollector();
  spoor = await startSpoor({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await makeOwner(spoor);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await spoor.remove();
  collector.close();
});

function freshSecret(): string {
  const secret = randomBytes(32).toString("base64url");
  secrets.push(secret);
  return secret;
}

async function resetLink(): Promise<string> {
  const { url } = (await spoor.run("user", "reset", "--email", owner.email)) as { url: string };
  const path = new URL(url).pathname;
  secrets.push(path.split("/").at(-1)!);
  return path;
}

const routes = await readRouteTable();
const paramsOf = (path: string) =>
  path.match(/:\w+|\*/g)?.map((name) => name.replace(":", "")) ?? [];
const secretPages = routes.filter(({ path }) =>
  paramsOf(path).some((name) => secretParams.has(name)),
);

test("every URL parameter is listed as plain or secret", () => {
  const all = new Set(routes.flatMap(({ path }) => paramsOf(path)));
  expect([...all].filter((name) => !plainParams.has(name) && !secretParams.has(name))).toEqual([]);
  expect(secretPages.map(({ path }) => path).toSorted()).toEqual(
    ["/invite/:token", "/reset/:token", "/share/:token", "/unsubscribe/:token"].toSorted(),
  );
});

/** A URL with its own secret: one never issued, or one that opens an account. */
const addresses = (): string[] => [
  ...secretPages.map(({ path }) => path.replace(":token", freshSecret())),
  ...secretPages.map(({ path }) => `${path.replace(":token", freshSecret())}.data`),
  ...secretQueries.map((address) => address.replace("*", freshSecret())),
];

test("no secret of a URL is stored, logged, or exported", async () => {
  for (const address of [...addresses(), await resetLink()]) await askWithoutScripts(address);
  const pages = [
    ...secretPages.map(({ path }) => path.replace(":token", freshSecret())),
    ...secretQueries.slice(0, 6),
  ];
  for (const address of [...pages, await resetLink()])
    await openInBrowser(address.replace("*", freshSecret()));
  await expect
    .poll(() => collector.spans.filter(({ name }) => name === "GET /reset/:token").length)
    .toBeGreaterThan(2);
  await expect.poll(ownServices).toEqual(expect.arrayContaining(["spoor", "spoor browser"]));
  await pause(3_000);
  const written = [
    ...(await storedBytes(spoor.dataFolder)),
    { where: "the log", bytes: Buffer.from(spoor.output()) },
    {
      where: "what is exported",
      bytes: Buffer.from(JSON.stringify([collector.spans, collector.events])),
    },
  ];
  await spoor.stop();
  written.push(...(await storedBytes(spoor.dataFolder)));
  expect([...new Set(placesOf(secrets, written))]).toEqual([]);
  const text = (pattern: string) => written.some(({ bytes }) => bytes.includes(pattern));
  expect(
    ["/reset/:token", "/share/:token", "document load", "https://elsewhere.example"].filter(
      (each) => !text(each),
    ),
  ).toEqual([]);
});

async function askWithoutScripts(address: string): Promise<void> {
  for (const [method, accept] of [
    ["GET", "text/html"],
    ["GET", "*/*"],
    ["POST", "text/html"],
    ["PUT", "*/*"],
  ] as const) {
    const referer = `${spoor.url}${address}`;
    const body = method === "GET" ? {} : { body: new URLSearchParams({ password: "too short" }) };
    await (
      await fetch(spoor.url + address, {
        method,
        redirect: "manual",
        headers: { accept, referer },
        ...body,
      })
    ).text();
  }
}

/**
 * Waits for browser tracing, submits the form, violates the security policy, leaves, and returns.
 */
async function openInBrowser(address: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(spoor.url + address);
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
  await breakPolicy(page);
  const button = page.locator("main form button").first();
  if ((await button.count()) > 0) await button.click();
  const link = page.locator("main a[href^='/']").first();
  if ((await link.count()) > 0) {
    await link.click();
    await page.waitForLoadState("networkidle");
    await page.goBack();
  }
  await page.waitForLoadState("networkidle");
  await page.close({ runBeforeUnload: true });
}

const breakPolicy = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const image = document.createElement("img");
    image.src = `https://elsewhere.example/${location.pathname}`;
    document.body.append(image);
  });

async function ownServices(): Promise<string[]> {
  const { token } = await spoor.run(
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    "project:read,event:read",
  );
  const headers = { authorization: `Bearer ${String(token)}` };
  const answer = await fetch(`${spoor.url}/spoor/traces.json?limit=100`, { headers });
  const { traces } = (await answer.json()) as { traces: { services: string[] }[] };
  return [...new Set(traces.flatMap(({ services }) => services))];
}
