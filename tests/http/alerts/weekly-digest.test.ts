import { afterAll, beforeAll, expect, test } from "vitest";
import { createWeeklyDigests, weekEnd } from "#server/jobs/weekly-digest.ts";
import { createReadOverview } from "#server/overview/read-overview.ts";
import type { Store } from "#server/storage/store.ts";
import { type MailServer, startMailServer } from "#tests/harness/servers/mail-server.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let mailServer: MailServer;
let project: TestProject;
let store: Store;

beforeAll(async () => {
  mailServer = await startMailServer();
  spoor = await startSpoor({
    environment: {
      SPOOR_SMTP_URL: mailServer.url,
      SPOOR_MAIL_FROM: "Spoor <spoor@example.org>",
      SPOOR_URL: "https://spoor.example",
      OTEL_SDK_DISABLED: "true",
    },
  });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  await sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id: "a".repeat(32), release: "web@1", message: "Payment <b>refused</b>" }),
  );
  await project.waitForIssues(1);
  store = await openStoreOf(spoor);
});

afterAll(async () => {
  await store.close();
  await spoor.remove();
  await mailServer.close();
});

const hourMs = 3_600_000;
/** As another process would on the next Monday. */
async function advanceToMonday(weeks = 1): Promise<void> {
  const now = () => weekEnd(Date.now()) + weeks * 7 * 24 * hourMs + hourMs;
  const turn = createWeeklyDigests({ store, readOverview: createReadOverview(store, now), now });
  while (await turn());
}

const weekly = () => mailServer.mails.filter(({ headers }) => /Weekly[ _]digest/.test(headers));
const decoded = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  ).toString();

test("sends a weekly digest once to subscribers, with plain text and unsubscribe link", async () => {
  await advanceToMonday();
  const person = await signIn(spoor.url, owner);

  expect((await person.get("/account/notifications")).text).toMatch(
    /name="weekly"(?![^>]*checked)/,
  );
  expect(
    (await person.post("/account/notifications", { weekly: "on", regressed: "on" })).status,
  ).toBe(303);
  expect((await person.get("/account/notifications")).text).toMatch(/name="weekly"[^>]*checked/);

  const preferences = async (weekly: string) => {
    await person.post("/account/preferences", { intent: "weekly", weekly });
    return (await person.get("/account/preferences")).text;
  };
  expect(await preferences("off")).toContain("The weekly digest is off.");
  expect(await preferences("on")).toContain("The weekly digest is on.");
  expect((await person.get("/account/notifications")).text).toMatch(/name="regressed"[^>]*checked/);

  await Promise.all([advanceToMonday(), advanceToMonday()]);
  // The owner is notified of the new issue too.
  await expect.poll(weekly).toHaveLength(1);
  await pause(1_500);
  expect(weekly()).toHaveLength(1);
  const mail = weekly()[0]!;
  expect(mail.headers).toContain("Subject: =?UTF-8?Q?shop=3A_Weekly_digest");
  const body = decoded(mail.body);
  expect(body).toContain("In the last 7 days: 1 new issue.\r\n");
  expect(body).toContain("Payment <b>refused</b> (new in web@1; 1 event, 0 users)");
  expect(body).toContain("Payment &lt;b&gt;refused&lt;/b&gt;");
  expect(body).toContain("https://spoor.example/shop?since=7d");

  const link = /List-Unsubscribe: ?<https:\/\/spoor\.example([^>]+)>/.exec(
    mail.raw.replaceAll(/\r\n\s+/g, ""),
  )![1]!;
  const asked = await visit(spoor.url).get(link);
  expect(asked.text).toContain("the weekly digest");
  const ended = await visit(spoor.url).post(link, { "List-Unsubscribe": "One-Click" });
  expect([ended.status, ended.text.includes("no longer receives")]).toEqual([200, true]);
  expect((await person.get("/account/notifications")).text).toMatch(
    /name="weekly"(?![^>]*checked)/,
  );
  await advanceToMonday(2);
  await pause(1_500);
  expect(weekly()).toHaveLength(1);
});
