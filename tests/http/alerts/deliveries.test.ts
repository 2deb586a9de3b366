import type { ProjectId } from "#server/domain/ids.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Alerts, openAlerts, webhookSecret } from "#tests/harness/data/alerts.ts";
import { type MailServer, startMailServer } from "#tests/harness/servers/mail-server.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import {
  type Answer,
  type Call,
  type Receiver,
  startReceiver,
} from "#tests/harness/servers/receiver.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let mailServer: MailServer;
let receiver: Receiver;
let project: TestProject;
let alerts: Alerts;

/** The response depends on the path. */
const answer: Answer = ({ path }, response) => {
  if (path === "/fails") response.writeHead(500).end("<b>on fire</b>\n");
  else if (path === "/busy") response.writeHead(429, { "retry-after": "3600" }).end();
  else if (path === "/gone") response.writeHead(410).end("no such hook");
  else if (path === "/inside")
    response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data" }).end();
  else if (path === "/moved") response.writeHead(307, { location: "/ok" }).end();
  else if (path === "/lost") response.writeHead(302, { location: "/ok" }).end();
  else response.end("ok");
};

beforeAll(async () => {
  [mailServer, receiver] = [await startMailServer(), await startReceiver(answer)];
  spoor = await startSpoor({
    environment: {
      SPOOR_SMTP_URL: mailServer.url,
      SPOOR_MAIL_FROM: "Spoor <spoor@example.org>",
      SPOOR_URL: "https://spoor.example/base",
      SPOOR_ALLOW_PRIVATE: "127.0.0.1/32",
    },
  });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  alerts = await openAlerts(spoor, project);
});

afterAll(async () => {
  await alerts.store.close();
  await spoor.remove();
  await receiver.close();
  await mailServer.close();
});

test("webhooks are delivered, rejected, or retried, and a hanging one delays no other", async () => {
  const hanging = await startReceiver(() => undefined);
  const paths = ["/ok", "/fails", "/busy", "/gone", "/inside", "/moved", "/lost"];
  const slow = await alerts.makeRule(
    Array.from({ length: 6 }, () => alerts.webhook(`${hanging.url}/hangs`)),
  );
  await alerts.tell(slow, {});
  await hanging.callsTo("/hangs", 4);
  const rule = await alerts.makeRule(paths.map((path) => alerts.slack(receiver.url + path)));
  const began = Date.now();
  await alerts.tell(rule, {});
  const rows = await alerts.settled(rule, ["delivered", "failed", "retrying"]);
  expect(Date.now() - began).toBeLessThan(5_000);
  expect(
    rows.toReversed().map(({ state, answer: said, tries }) => [state.state, said, tries]),
  ).toEqual([
    ["delivered", "The server responded with 200: ok.", 1],
    ["retrying", "The server responded with 500: <b>on fire</b>.", 1],
    ["retrying", "The server responded with 429.", 1],
    ["failed", "The server responded with 410: no such hook.", 1],
    ["failed", expect.stringMatching(/redirects to .*169\.254\.169\.254.* a private network/), 1],
    ["delivered", "The server responded with 200: ok.", 1],
    ["failed", "The URL redirects with 302, which drops the body. Enter the final URL.", 1],
  ]);
  const dueIn = (place: number) =>
    (rows.toReversed()[place]!.state as { dueAt: number }).dueAt - began;
  expect(dueIn(1)).toBeGreaterThan(7_000);
  expect(dueIn(1)).toBeLessThan(20_000);
  expect(dueIn(2)).toBeGreaterThanOrEqual(3_600_000);

  const hung = await alerts.settled(slow, ["retrying", "pending"], 1_000);
  expect(hung).toHaveLength(6);
  await expect
    .poll(
      async () =>
        (await alerts.store.deliveries.list({ ruleId: slow.id, limit: 9 })).rows.map(
          ({ answer: said }) => said,
        ),
      { interval: 200 },
    )
    .toContain("The server did not respond in time.");
  await hanging.close();
}, 30_000);

test("a webhook signature verifies with Standard Webhooks", async () => {
  const rule = await alerts.makeRule([alerts.webhook(`${receiver.url}/signed`)]);
  await alerts.tell(rule, {});
  const [call] = await receiver.callsTo("/signed");
  expect(verify(call!)).toBe(true);
  expect(verify({ ...call!, body: call!.body.replace("TypeError", "RangeError") })).toBe(false);
  expect(JSON.parse(call!.body)).toMatchObject({
    id: call!.headers["webhook-id"],
    type: "alert",
    project: { slug: "shop" },
    rule: { name: "New issues" },
    notices: [
      {
        kind: "issue-new",
        url: "https://spoor.example/base/shop/issues/SHOP-7",
        issue: { shortId: "SHOP-7" },
      },
    ],
  });
  expect(call!.headers["idempotency-key"]).toBe(call!.headers["webhook-id"]);
});

test("emails name their sender, thread by issue, and unsubscribe in one click", async () => {
  const rule = await alerts.makeRule([
    { kind: "mail-members" },
    { kind: "mail", to: ["nobody@example.com"] },
  ]);
  await alerts.tell(rule, {});
  const rows = await alerts.settled(rule, ["delivered", "failed"]);
  expect(
    rows
      .map(({ state, answer: said }) => `${state.state}: ${said}`)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([
    "delivered: Accepted by the mail server.",
    expect.stringContaining("failed: nobody@example.com has no access to this project"),
  ]);
  const first = await mailServer.mailTo(owner.email);
  const delivered = rows.find(({ state }) => state.state === "delivered")!;
  expect(first.headers).toContain(`Message-ID: <${delivered.messageId}@example.org>`);
  expect(first.headers).toMatch(/^References: <issue-shop-SHOP-7@example\.org>/m);
  expect(unfolded(first.headers)).toMatch(
    /^List-Unsubscribe: <https:\/\/spoor\.example\/base\/unsubscribe\/[\w-]+>$/m,
  );
  expect(first.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(first.headers).toContain("Subject: Shop: TypeError: price is <undefined>");
  const body = first.body.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(body).toContain("https://spoor.example/base/shop/issues/SHOP-7");
  expect(body).toContain("Sent by the alert rule");
  expect(unfolded(first.headers)).toContain("Content-Type: multipart/alternative");
  const [, text = "", html = ""] = body.split(/^Content-Type: text\/(?:plain|html)/m);
  expect(text).toMatch(
    /Release: web@1\.2\.3[^]*SHOP-7:\s+https:\/\/spoor\.example\/base\/shop\/issues\/SHOP-7/,
  );
  expect(text).toMatch(/Unsubscribe:\s+https:\/\/spoor\.example\/base\/unsubscribe\//);
  expect(html).toMatch(
    /<a href="https:\/\/spoor\.example\/base\/shop\/issues\/SHOP-7"[^>]*inline-block[^>]*>SHOP-7</,
  );
  expect(html).not.toMatch(/<img|src=|<script/);

  mailServer.refuse("nobody of that name");
  const again = await alerts.makeRule([{ kind: "mail", to: [owner.email] }]);
  await alerts.tell(again, {});
  const [refused] = await alerts.settled(again, ["failed"]);
  mailServer.refuse(undefined);
  expect(refused!.answer).toContain("nobody of that name");
  expect(await alerts.store.deliveries.retry(refused!.projectId, refused!.id, Date.now())).toBe(
    true,
  );
  await alerts.settled(again, ["delivered"]);
});

test("testing a rule before saving shows each recipient's response and creates no rule", async () => {
  const fields = {
    name: "Unsaved",
    measure: "p75",
    route: "",
    over: "400",
    windowMinutes: "60",
    mailTo: owner.email,
  };
  const urls = { webhookUrl: `${receiver.url}/tested`, slackUrl: `${receiver.url}/fails` };
  const before = (await alerts.store.alerts.list(project.id as ProjectId)).length;
  const html = await postRule({ ...fields, ...urls, intent: "test" });
  expect(html).toMatch(
    /delivered<\/span> Webhook to 127\.0\.0\.1:\d+\. The server responded with 200: ok\./,
  );
  expect(html).toMatch(
    /failed<\/span> Slack to 127\.0\.0\.1:\d+\. The server responded with 500: &lt;b&gt;on fire&lt;\/b&gt;\./,
  );
  expect(html).toMatch(/delivered<\/span> Email to \S+\. Accepted by the mail server\./);
  expect(html).toContain('value="Unsaved"');
  expect(html).not.toContain(`${receiver.url}/fails`);
  const [call] = await receiver.callsTo("/tested");
  const subject = "Test of alert rule “Unsaved”";
  expect(JSON.parse(call!.body)).toMatchObject({
    rule: null,
    notices: [{ kind: "test", subject, path: "/shop/alerts" }],
  });
  expect((await mailServer.mailTo(owner.email)).body).toContain(
    "Sent by a test of an alert rule in",
  );
  expect(await alerts.store.alerts.list(project.id as ProjectId)).toHaveLength(before);
});

async function postRule(fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(owner);
  const signedIn = await fetch(`${spoor.url}/base/login`, {
    method: "POST",
    redirect: "manual",
    body,
  });
  const cookie = signedIn.headers.get("set-cookie")!.split(";", 1)[0]!;
  const form = { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) };
  return (
    await (await fetch(`${spoor.url}/base/shop/alerts/new?kind=route`, form)).text()
  ).replaceAll("<!-- -->", "");
}

test("a kill among 100 deliveries loses none, and repeats have the same ID", async () => {
  const crashing = await startReceiver(
    (_call, response) => void setTimeout(() => response.end("ok"), 15),
  );
  const channels = Array.from({ length: 100 }, (_, index) =>
    alerts.webhook(`${crashing.url}/hook/${index}`),
  );
  const rule = await alerts.makeRule(channels);
  await alerts.tell(rule, {});
  await expect.poll(() => crashing.calls.length, { interval: 5 }).toBeGreaterThan(30);
  await spoor.kill();
  const before = crashing.calls.length;
  expect(before).toBeLessThan(100);
  spoor = await spoor.restart();
  await alerts.settled(rule, ["delivered"], 15_000);
  const ids = crashing.calls.map(({ headers }) => headers["webhook-id"]);
  const paths = new Set(crashing.calls.map(({ path }) => path));
  expect([paths.size, new Set(ids).size]).toEqual([100, 100]);
  // Four deliveries at a time were open for this receiver.
  expect(crashing.calls.length - 100).toBeLessThanOrEqual(4);
  await crashing.close();
}, 30_000);

test("a server stops promptly despite a hanging receiver and resends later", async () => {
  const hanging = await startReceiver(({ headers }, response) => {
    if (hanging.calls.length > 1) response.end(String(headers["webhook-id"]));
  });
  const rule = await alerts.makeRule([alerts.webhook(`${hanging.url}/once`)]);
  await alerts.tell(rule, {});
  await hanging.callsTo("/once");
  const began = Date.now();
  expect(await spoor.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(7_000);
  spoor = await spoor.restart();
  const [delivered] = await alerts.settled(rule, ["delivered"]);
  const ids = hanging.calls.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([delivered!.messageId, delivered!.messageId]);
  expect(delivered!.tries).toBe(1);
  await hanging.close();
}, 20_000);

/** Verifies as the specification says, without our code. */
function verify({ headers, body }: Call): boolean {
  const key = Buffer.from(webhookSecret.slice("whsec_".length), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) < 300;
  return (
    isFresh &&
    String(headers["webhook-signature"])
      .split(" ")
      .some(
        (each) =>
          each.startsWith("v1,") && timingSafeEqual(Buffer.from(each.slice(3), "base64"), expected),
      )
  );
}

const unfolded = (headers: string) =>
  headers.replaceAll(/\r\n[ \t]+/g, " ").replaceAll("\r\n", "\n");
