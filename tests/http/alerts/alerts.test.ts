import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { Notice } from "#server/domain/notice/notice.ts";

// Alert rules created by plain forms, and their notifications about events of real SDK requests.

let spoor: Spoor;
let project: TestProject;
let cookie: string;

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  cookie = await signIn();
});
afterAll(() => spoor.remove());

async function signIn(): Promise<string> {
  const body = new URLSearchParams(owner);
  const answer = await fetch(`${spoor.url}/login`, { method: "POST", redirect: "manual", body });
  return answer.headers.get("set-cookie")!.split(";", 1)[0]!;
}

const read = async (path: string) => {
  const answer = await fetch(spoor.url + path, { headers: { cookie } });
  return { status: answer.status, html: (await answer.text()).replaceAll("<!-- -->", "") };
};
const post = (path: string, fields: Record<string, string>) =>
  fetch(spoor.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams(fields),
  });

const webhook = "https://hooks.example.com/in/secret-path";

/** Creates a rule by its form. Returns its path. */
async function makeRule(kind: string, fields: Record<string, string>): Promise<string> {
  const answer = await post(`/shop/alerts/new?kind=${kind}`, {
    name: kind,
    slackUrl: webhook,
    ...fields,
  });
  expect(answer.status).toBe(303);
  return answer.headers.get("location")!;
}

const send = (message: string, more: Record<string, unknown> = {}) =>
  sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id: randomUUID().replaceAll("-", ""), message, ...more }),
  );

/** The rule's notices in the database. */
function told(rule: string): Notice[] {
  const database = new DatabaseSync(join(spoor.dataFolder, "spoor.db"), { readOnly: true });
  const recipient = `rule:${rule.split("/").at(-1)}`;
  const rows = database
    .prepare("SELECT notice FROM notices WHERE recipient = ? ORDER BY id")
    .all(recipient);
  database.close();
  return rows.map(({ notice }) => JSON.parse(String(notice)) as Notice);
}

async function waitForNotices(rule: string, count: number, withinMs = 10_000): Promise<Notice[]> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await pause(50)) {
    if (told(rule).length >= count) break;
  }
  expect(told(rule)).toHaveLength(count);
  return told(rule);
}

test("a new project alerts members and reports missing email settings", async () => {
  const { html } = await read("/shop/alerts");
  expect(html).toContain("A new issue is created.");
  expect(html).toContain("A resolved issue regresses.");
  expect(html.match(/Paused: no email/g)).toHaveLength(2);
  expect(html).toContain("SPOOR_SMTP_URL");
  for (const path of ["/shop/alerts", "/shop/alerts/new?kind=route"])
    expect((await read(path)).html).toMatch(
      /Email isn(?:'|&#x27;)t configured\.[^]*<a href="\/settings\/mail"/,
    );
});

test("a route alert watches p75, p95, or the failure rate", async () => {
  const rule = await makeRule("route", {
    measure: "p75",
    route: "/checkout",
    over: "400",
    windowMinutes: "60",
  });
  expect((await read(rule)).html).toContain("p75 of /checkout is above 400 ms in an hour.");
  expect((await read(`${rule}/edit`)).html).toMatch(/<option value="p75" selected="">p75 \(ms\)/);
});

test("a new issue sends one complete notification within two seconds", async () => {
  const rule = await makeRule("issue-new", { filter: "level:fatal", environment: "" });
  const frames = [
    { function: "submitOrder", filename: "src/checkout.ts", lineno: 42, in_app: true },
  ];
  const exception = {
    values: [{ type: "TypeError", value: "price is null", stacktrace: { frames } }],
  };
  const fatal = {
    level: "fatal",
    exception,
    environment: "production",
    release: "shop@7",
    transaction: "/checkout",
  };
  await send("not fatal");
  const sentAt = Date.now();
  await send("", fatal);
  const [notice] = await waitForNotices(rule, 1);
  expect(Date.now() - sentAt).toBeLessThan(2_500);
  await send("", fatal);
  await project.waitForIssues(2, 3);
  await pause(1_500);
  expect(await waitForNotices(rule, 1)).toHaveLength(1);
  expect(notice!.subject).toMatch(/^New issue SHOP-\d+: TypeError: price is null$/);
  expect(notice!.body.join(" ")).toContain("Culprit: /checkout");
  expect(notice!.facts).toEqual(
    expect.arrayContaining([
      { label: "Release", value: "shop@7" },
      { label: "Environment", value: "production" },
      { label: "Thrown in", value: "submitOrder (src/checkout.ts:42)" },
    ]),
  );
  expect(notice!.about.path).toMatch(/^\/shop\/issues\/SHOP-\d+$/);
});

test("after a restart, pending alerts are sent and sent ones are not repeated", async () => {
  const rule = await makeRule("issue-new", { filter: "restart" });
  await send("restart one");
  await waitForNotices(rule, 1);
  await spoor.kill();
  spoor = await spoor.restart();
  cookie = await signIn();
  await send("restart two");
  const notices = await waitForNotices(rule, 2);
  await pause(1_500);
  expect(told(rule)).toHaveLength(2);
  expect(notices.map(({ issue }) => issue!.title)).toEqual(["restart one", "restart two"]);
});

test("a release sends a notification at its first event only", async () => {
  const rule = await makeRule("release", {});
  await send("of a release", { release: "shop@8" });
  await waitForNotices(rule, 1);
  await send("of a release", { release: "shop@8" });
  await pause(1_500);
  expect(told(rule).map(({ subject }) => subject)).toEqual(["New release shop@8"]);
});

test("invalid fields are returned with messages, but secrets are not", async () => {
  const fields = {
    name: "",
    moreThan: "none",
    windowMinutes: "7",
    filter: "is:nonsense",
    of: "issue",
    measure: "events",
  };
  const answer = await post("/shop/alerts/new?kind=frequency", {
    ...fields,
    slackUrl: webhook,
    webhookUrl: "http://127.0.0.1/in",
    mailTo: "stranger@example.com",
    quietFrom: "25:00",
    timeZone: "Mars/Olympus",
  });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html.match(/aria-invalid="true"/g)!.length).toBeGreaterThanOrEqual(8);
  expect(html).toContain("Enter a whole number from 1 to 10000.");
  expect(html).toContain("stranger@example.com is not the email address of a project member.");
  expect(html).toContain('value="none"');
  expect(html).not.toContain("secret-path");
  const nobody = await post("/shop/alerts/new?kind=release", { name: "to nobody" });
  expect([nobody.status, await nobody.text()]).toEqual([
    422,
    expect.stringContaining("Select at least one recipient."),
  ]);
});

test("a webhook secret is in one response, and it and Slack URLs appear nowhere else", async () => {
  const made = await post("/shop/alerts/new?kind=release", {
    name: "hooked",
    slackUrl: `${webhook}/slack-secret`,
    webhookUrl: webhook,
  });
  const html = await made.text();
  const secret = /whsec_[\w+/=]+/.exec(html)![0];
  const path = /\/shop\/alerts\/\d+/.exec(html)![0];
  const pages = await Promise.all(["", "/edit", ".json"].map((suffix) => read(path + suffix)));
  pages.push(await read("/shop/alerts"), await read("/shop/alerts.json"));
  for (const { status, html: page } of pages) {
    expect(status).toBe(200);
    expect(page).not.toContain(secret);
    expect(page).not.toMatch(/sealed(?:Secret|Url)|slack-secret/);
  }
  expect(pages[0]!.html).toContain("hooks.example.com");
  expect(pages[2]!.html).not.toContain("secret-path");
  const rotated = await (await post(`${path}/edit`, { intent: "rotate" })).text();
  expect(/whsec_[\w+/=]+/.exec(rotated)![0]).not.toBe(secret);
  expect(spoor.output()).not.toContain(secret);
});

test("a muted rule sends nothing, and deleting a rule deletes its deliveries", async () => {
  const rule = await makeRule("issue-new", { filter: "muted" });
  await post(rule, { intent: "mute", for: "ever" });
  expect((await read(rule)).html).toContain("Unmute");
  await send("muted one");
  await pause(1_500);
  expect(told(rule)).toEqual([]);
  await post(rule, { intent: "unmute" });
  await send("muted two");
  await waitForNotices(rule, 1);
  expect((await post(`${rule}/delete`, {})).status).toBe(303);
  expect([(await read(rule)).status, told(rule)]).toEqual([404, []]);
});
