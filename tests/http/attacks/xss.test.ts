import type { Browser, BrowserContextOptions } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchJourneyBrowser } from "#tests/harness/browser.ts";
import { crawl } from "#tests/harness/requests/crawl.ts";
import { shareOf } from "#tests/harness/data/filled-project.ts";
import {
  poisonedCsp,
  poisonedEvent,
  poisonedItems,
  poisonedTrace,
  poisons,
} from "#tests/harness/data/poisoned.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "#tests/harness/data/traces.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let project: TestProject;
let session: Visitor;
let browser: Browser;
const paths: string[] = [];

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "poisoned");
  session = await signIn(spoor.url, owner);
  for (const poison of Object.values(poisons)) await sendAll(poison);
  await nameThings(poisons.markup.slice(0, 100));
  // By now pages also show everything sent before the last trace.
  expect((await project.issues()).length).toBeGreaterThanOrEqual(2 * Object.keys(poisons).length);
  for (const { shortId } of await project.issues()) await saySomething(shortId);
  for (const { shortId } of await project.issues()) paths.push(...pagesOf(shortId));
  for (const { shortId } of await project.issues()) await share(`issues/${shortId}`);
  browser = await launchJourneyBrowser();
});
afterAll(async () => {
  await browser.close();
  await spoor.remove();
});

const pagesOf = (issue: string) =>
  ["", "/events", "/tags", "/activity", "/grouping", "?raw"].map(
    (page) => `/poisoned/issues/${issue}${page}`,
  );

/** Everything that ingestion accepts, through every endpoint. */
async function sendAll(poison: string): Promise<void> {
  const envelope = envelopeOf(poisonedEvent(poison)) + poisonedItems(poison);
  const headers = { "user-agent": poison.replaceAll(/[^ -~]/g, ""), "content-type": "text/plain" };
  expect((await sendEnvelope(spoor, project, envelope, headers)).status).toBe(200);
  const at = (path: string) =>
    `${spoor.url}/api/${project.id}/${path}?sentry_key=${project.publicKey}`;
  const csp = {
    method: "POST",
    headers: { "content-type": "application/csp-report" },
    body: JSON.stringify(poisonedCsp(poison)),
  };
  expect((await fetch(at("security/"), csp)).status).toBe(200);
  const { traceId, spanIds, body } = poisonedTrace(poison, Date.now() - 60_000);
  const otlp = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(at("integration/otlp/v1/traces"), otlp);
  expect([answer.status, await answer.text()]).toEqual([200, "{}"]);
  await waitForTrace(project, traceId, spanIds.length);
  await share(`traces/${traceId}`);
  paths.push(
    `/poisoned/traces/${traceId}`,
    ...spanIds.map((spanId) => `/poisoned/traces/${traceId}/spans/${spanId}`),
  );
}

/** Shares an object on a public page. */
async function share(page: string): Promise<void> {
  const { token } = await shareOf(spoor, project, page);
  // Each kind of shared object is a separate kind of page.
  paths.push(`/share/${token}?${page.split("/", 1)[0]}`);
}

/** Names that members can choose. */
async function nameThings(text: string): Promise<void> {
  const named = await session.post("/poisoned/settings/general", {
    intent: "save",
    name: text,
    slug: "poisoned",
    platform: "node",
  });
  const key = await session.post("/poisoned/settings/keys", {
    label: text,
    origins: "",
    perMinute: "",
  });
  const rules = `# ${poisons.markup}\npath:** ${owner.email}`;
  const ownership = await session.post("/poisoned/settings/ownership", { rules });
  const budget = {
    measure: "p95",
    route: text,
    over: "1",
    windowMinutes: "60",
    mailMembers: "yes",
  };
  const rule = await session.post("/poisoned/alerts/new?kind=route", { name: text, ...budget });
  expect([named, key, ownership, rule].map(({ status }) => status)).toEqual([303, 303, 303, 303]);
}

/** Text that members with read access can write about an issue. */
async function saySomething(shortId: string): Promise<void> {
  for (const poison of Object.values(poisons)) {
    const tricks = `[a](${poison}) ![b](<${poison}>) <javascript:hit()> [c]\n\n[c]: javascript:hit() "${poison}"\n\n\`${poison}`;
    for (const text of [
      poison,
      tricks,
      `@${poison}\n\n> # ${poison}\n- [ ] ${poison}\n\n|${poison}|\n|-|\n|<b>|`,
    ]) {
      const path = `/poisoned/issues/${shortId}/activity`;
      expect((await session.post(path, { intent: "comment", text })).status).toBe(303);
    }
  }
}

/** Attributes that only hostile input can create: event handlers, styles, script URLs. */
const oddities = (elements: Element[]): string[] =>
  elements.flatMap(({ tagName, attributes }) =>
    [...attributes]
      .filter(
        ({ name, value }) =>
          name.startsWith("on") ||
          name === "style" ||
          (/^(?:href|src|action|formaction|xlink:href)$/.test(name) &&
            /^\s*(?:javascript|data|vbscript):/i.test(value)),
      )
      .map(({ name, value }) => `<${tagName} ${name}="${value.slice(0, 60)}">`),
  );

/** Opens every linked page. Returns the problems by page. */
async function openAll(
  kinds: { perKind: number; byQuery: boolean },
  options: BrowserContextOptions,
): Promise<{ opened: string[]; wrong: string[] }> {
  const context = await browser.newContext(options);
  await context.addCookies(
    [...session.cookies].map(([name, value]) => ({ name, value, url: spoor.url })),
  );
  const page = await context.newPage();
  const wrong: string[] = [];
  let here = "";
  await page.exposeFunction("hit", () => wrong.push(`${here}: a script of the sender's ran`));
  await page.exposeFunction("reportViolation", (what: string) =>
    wrong.push(`${here}: kept back by the policy: ${what}`),
  );
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) => {
      const { reportViolation } = globalThis as unknown as {
        reportViolation: (what: string) => void;
      };
      reportViolation(`${event.effectiveDirective} ${event.blockedURI}`);
    }),
  );
  page.on(
    "dialog",
    (dialog) => void (wrong.push(`${here}: ${dialog.message()}`), dialog.dismiss()),
  );
  page.on("pageerror", (error) => wrong.push(`${here}: ${error.message}`));
  page.on("framenavigated", (frame) => (here = new URL(frame.url()).pathname));
  const from = [
    "/",
    "/poisoned/issues",
    "/poisoned/traces",
    "/poisoned/routes",
    "/poisoned/settings/intake",
    "/search?q=hit",
    ...paths,
  ];
  const visit = async (path: string) => {
    for (const odd of await page.locator("*").evaluateAll(oddities)) wrong.push(`${path}: ${odd}`);
    await page.waitForTimeout(50);
  };
  const opened = await crawl(page, spoor.url, { from, ...kinds, most: 150, visit });
  await context.close();
  return { opened, wrong };
}

test(
  "hostile text becomes no script, attribute, or link on any page",
  { timeout: 240_000 },
  async () => {
    const { opened, wrong } = await openAll({ perKind: 4, byQuery: true }, { bypassCSP: true });
    expect(wrong).toEqual([]);
    expect(opened.length).toBeGreaterThan(40);
  },
);

test("pages cause no content security policy violations", { timeout: 240_000 }, async () => {
  // A policy does not depend on the query, so each page is opened once, and more pages than with
  // all combinations.
  const { opened, wrong } = await openAll({ perKind: 1, byQuery: false }, {});
  expect(wrong).toEqual([]);
  expect(opened.length).toBeGreaterThan(60);
});

test("pages show the hostile payloads as text", async () => {
  const [issue] = await project.issues();
  const { text } = await session.get(`/poisoned/issues/${issue!.shortId}`);
  expect(text).toMatch(/&lt;script&gt;hit\(\)|javascript:hit\(\)|onmouseover=&quot;hit\(\)/);
});

test("JSON responses are not served as HTML", async () => {
  const [issue] = await project.issues();
  const written = await session.get(`/poisoned/issues/${issue!.shortId}.md`);
  expect(written.headers.get("content-type")).toMatch(/^text\/markdown/);
  expect(written.headers.get("x-content-type-options")).toBe("nosniff");
  expect(written.headers.get("content-security-policy")).toContain("sandbox");
  const answers = [
    `/poisoned/issues.json`,
    `/poisoned/issues/${issue!.shortId}.json`,
    `/poisoned/traces.json`,
  ].map((path) => session.get(path));
  for (const { headers } of await Promise.all(answers)) {
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
  }
});
