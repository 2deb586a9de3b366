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
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let session: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

const newId = () => randomUUID().replaceAll("-", "");
const fromShop = {
  origin: "https://shop.example",
  referer: "https://shop.example/cart",
  "sec-fetch-site": "cross-site",
};

type FeedbackJson = {
  id: string;
  message: string;
  name: string | null;
  email: string | null;
  url: string | null;
  environment: string | null;
  release: string | null;
  state: string;
  eventId: string | null;
  issue: { shortId: string } | null;
};

async function feedbackOf(project: TestProject, search = ""): Promise<FeedbackJson[]> {
  const answer = await project.get(`/feedback.json${search}`);
  return ((await answer.json()) as { feedback: FeedbackJson[] }).feedback;
}

const waitFor = (project: TestProject, count: number, search = "") =>
  expect.poll(() => feedbackOf(project, search)).toHaveLength(count);

const formPath = (project: TestProject, more = "") =>
  `/api/${project.id}/feedback/?sentry_key=${project.publicKey}${more}`;
const post = (project: TestProject, form: Record<string, string>, headers = {}, more = "") =>
  visit(spoor.url).post(formPath(project, more), form, headers);

function itemsEnvelope(eventId: string, ...items: [type: string, payload: object][]): string {
  const lines = items.map(
    ([type, payload]) => `${JSON.stringify({ type })}\n${JSON.stringify(payload)}\n`,
  );
  return `${JSON.stringify({ event_id: eventId })}\n${lines.join("")}`;
}

const feedbackItem = (id: string, feedback: object, more: object = {}): string =>
  itemsEnvelope(id, [
    "feedback",
    { event_id: id, type: "feedback", contexts: { feedback }, ...more },
  ]);

async function outcomesOf(project: TestProject): Promise<string[]> {
  const { text } = await session.get(`/${project.slug}/settings/intake`);
  return [...text.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
    row!.replace(/<[^>]+>/g, " "),
  );
}

test("a plain form on another site submits feedback, and errors return its values", async () => {
  const project = await makeProject(spoor, "form");
  const wrong = await post(project, { message: " ", email: "nobody", name: '"><b>Ada' }, fromShop);
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('value="&quot;&gt;&lt;b&gt;Ada"');
  expect(wrong.text).toContain('id="message-error">Required.');
  expect(wrong.text).toContain("Enter an email address");
  expect(wrong.text.match(/autofocus/g)).toHaveLength(1);

  const message = "The basket is empty.\r\nAgain! password=hunter2x";
  const sent = await post(project, { message, email: "ada@example.com", name: "Ada" }, fromShop);
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining("Thank you")]);
  await waitFor(project, 1);
  expect(await feedbackOf(project)).toMatchObject([
    {
      message: "The basket is empty.\nAgain! password=[Filtered]",
      name: "Ada",
      email: "ada@example.com",
      url: "https://shop.example/cart",
      state: "unread",
      issue: null,
    },
  ]);
});

test("the form page limits framing, loads nothing, and accepts repeated posts once", async () => {
  const project = await makeProject(spoor, "page");
  const page = await visit(spoor.url).get(
    formPath(project, `&event_id=${newId()}&name=Ada&return=https://evil.example/`),
  );
  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy")!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self' *");
  expect(policy).not.toContain("evil");
  expect(page.headers.get("x-frame-options")).toBeNull();
  expect(page.text).not.toMatch(/<script|src=|href=/);
  const hidden = [...page.text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, value!],
  );
  const form = {
    ...Object.fromEntries(hidden),
    message: "Twice",
    name: "Ada",
    email: "",
    website: "",
  };
  for (let each = 0; each < 2; each++)
    expect(
      (await post(project, form, { origin: spoor.url, "sec-fetch-site": "same-origin" })).status,
    ).toBe(200);
  await waitFor(project, 1);
  await expect
    .poll(() => outcomesOf(project))
    .toContainEqual(expect.stringMatching(/^feedback.*duplicate.* 1\b/i));
});

test("the form redirects only to the key's allowed origins", async () => {
  const project = await makeProject(spoor, "return");
  const answer = await session.post("/return/settings/keys", {
    label: "Shop",
    origins: "https://shop.example",
  });
  const key = answer.location!.split("/").at(-1)!;
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  const { publicKey: _, ...rest } = project;
  const shop = { ...rest, publicKey: key };
  const to = (address: string) => post(shop, { message: "m", return: address }, fromShop);
  expect(await to("https://shop.example/thanks")).toMatchObject({
    status: 303,
    location: "https://shop.example/thanks",
  });
  for (const address of [
    "https://evil.example/",
    "//evil.example",
    "javascript:alert(1)",
    "https://shop.example.evil.example/",
  ])
    expect(await to(address), address).toMatchObject({ status: 200, location: null });

  const framed = await visit(spoor.url).get(
    formPath(shop, "&return=https://shop.example/x"),
    fromShop,
  );
  const policy = framed.headers.get("content-security-policy")!;
  expect(policy).toContain("frame-ancestors 'self' https://shop.example;");
  expect(policy).toContain("form-action 'self' https://shop.example;");
  // Spoor's own page may post although its origin is not listed; another's may not.
  const own = { origin: spoor.url, "sec-fetch-site": "same-origin" };
  expect((await post(shop, { message: "own" }, own)).status).toBe(200);
  const stranger = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await post(shop, { message: "evil" }, stranger)).status).toBe(403);
});

test("spam, oversized, and malformed feedback is dropped and counted", async () => {
  const project = await makeProject(spoor, "bounds");
  expect(
    (await post(project, { message: "Buy this", website: "https://spam.example" })).status,
  ).toBe(200);
  expect((await post(project, { message: "x".repeat(4_097) })).text).toContain("at most 4,096");
  expect((await post(project, { message: "x".repeat(70_000) })).status).toBe(413);
  expect((await post(project, { message: "m" }, { "content-type": "text/plain" })).status).toBe(
    415,
  );
  expect(
    (
      await visit(spoor.url).post(`/api/${project.id}/feedback/?sentry_key=${"0".repeat(32)}`, {
        message: "m",
      })
    ).status,
  ).toBe(403);
  const multipart = new FormData();
  multipart.set("comments", "By the old name");
  await fetch(spoor.url + formPath(project), { method: "POST", body: multipart });
  await waitFor(project, 1);
  await expect
    .poll(() => outcomesOf(project))
    .toContainEqual(expect.stringMatching(/^feedback.*spam.* 1\b/));
});

test("the key's rate limit applies to feedback, and the response returns the text", async () => {
  const project = await makeProject(spoor, "rate");
  const answer = await session.post("/rate/settings/keys", { label: "Slow", perMinute: "1" });
  const slow = { ...project, publicKey: answer.location!.split("/").at(-1)! };
  expect((await post(slow, { message: "first" })).status).toBe(200);
  const second = await post(slow, { message: "second words" });
  expect(second.status).toBe(429);
  expect(second.text).toContain("second words");
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("an SDK's feedback joins its event in either order", async () => {
  const project = await makeProject(spoor, "joins");
  const [early, late, both] = [newId(), newId(), newId()];
  const send = async (body: string) =>
    expect((await sendEnvelope(spoor, project, body)).status).toBe(200);
  const about = (associated_event_id: string, message: string) => ({
    associated_event_id,
    message,
    name: "Jane",
    contact_email: "jane@example.com",
    url: "https://x.example/y",
  });
  await send(
    feedbackItem(newId(), about(late, "before"), { release: "web@1", environment: "production" }),
  );
  await waitFor(project, 1);
  expect((await feedbackOf(project))[0]).toMatchObject({
    issue: null,
    eventId: late,
    release: "web@1",
    environment: "production",
  });

  const event = (event_id: string) => ({ event_id, message: "broken" });
  await send(envelopeOf(event(early)));
  await project.waitForIssues(1, 1);
  await send(feedbackItem(newId(), about(early, "after")));
  await send(
    itemsEnvelope(
      both,
      ["event", event(both)],
      ["user_report", { event_id: both, name: "J", email: "j@x", comments: "with it" }],
    ),
  );
  await send(envelopeOf(event(late)));
  const [issue] = await project.waitForIssues(1, 3);
  const joined = async () =>
    (await feedbackOf(project))
      .filter((each) => each.issue?.shortId === issue!.shortId)
      .map(({ message }) => message);
  await expect.poll(joined).toHaveLength(3);

  const { text } = await session.get(`/joins/issues/${issue!.shortId}/feedback`);
  for (const words of ["before", "after", "with it"])
    expect(text).toContain(`<p class="said">${words}</p>`);
  const ofEvent = await session.get(`/joins/issues/${issue!.shortId}/events/${late}`);
  expect(ofEvent.text).toContain('<p class="said">before</p>');
  expect(ofEvent.text).not.toContain('<p class="said">after</p>');
});

test("user reports are stored once; empty ones count as invalid", async () => {
  const project = await makeProject(spoor, "reports");
  const report = { event_id: newId(), name: "Jo", email: "jo@example.com", comments: "Slow" };
  const send = (payload: object) =>
    sendEnvelope(spoor, project, itemsEnvelope(report.event_id, ["user_report", payload]));
  for (let each = 0; each < 2; each++) expect((await send(report)).status).toBe(200);
  await send({ ...report, comments: "" });
  await waitFor(project, 1);
  await expect
    .poll(() => outcomesOf(project))
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^feedback.*malformed/),
        expect.stringMatching(/^feedback.*duplicate/i),
      ]),
    );
});

test("members with permission set states in bulk; search finds text, names, and addresses", async () => {
  const project = await makeProject(spoor, "sorted");
  for (const message of ["First words", "second", "third"])
    await post(project, { message, name: `${message} name` });
  await waitFor(project, 3);
  const [third, second] = await feedbackOf(project);
  const act = (intent: string, ids: string[]) => {
    const form = new URLSearchParams([
      ["intent", intent],
      ...ids.map((id): [string, string] => ["feedback", id]),
    ]);
    const cookie = `spoor_session=${session.cookies.get("spoor_session")}`;
    const init = { method: "POST", body: form, headers: { cookie }, redirect: "manual" as const };
    return fetch(`${spoor.url}/sorted/feedback?state=all`, init);
  };
  expect((await act("resolve", [third!.id, second!.id, "999999"])).status).toBe(303);
  expect((await act("spam", [second!.id])).status).toBe(303);
  expect((await act("spam", [])).status).toBe(422);
  expect((await act("explode", [second!.id])).status).toBe(422);
  const states = async (search: string) =>
    (await feedbackOf(project, search)).map(({ message }) => message);
  expect(await states("?state=unread")).toEqual(["First words"]);
  expect(await states("?state=resolved")).toEqual(["third"]);
  expect(await states("?state=spam")).toEqual(["second"]);
  expect(await states("?query=FIRST")).toEqual(["First words"]);
  expect((await project.get("/feedback.json?state=lost")).status).toBe(422);

  // Another project's feedback is inaccessible.
  await makeProject(spoor, "neighbor");
  const cookie = `spoor_session=${session.cookies.get("spoor_session")}`;
  const body = new URLSearchParams({ intent: "spam", feedback: third!.id });
  await fetch(`${spoor.url}/neighbor/feedback`, {
    method: "POST",
    body,
    headers: { cookie },
    redirect: "manual",
  });
  expect(await states("?state=resolved")).toEqual(["third"]);
});

test("acknowledged feedback survives a kill", async () => {
  const project = await makeProject(spoor, "killed");
  const before = spoor;
  const sent = await Promise.all(["a", "b", "c"].map((message) => post(project, { message })));
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
  await before.kill();
  spoor = await before.restart();
  const url = `${spoor.url}/killed/feedback.json`;
  const read = async () => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${project.token}` } });
    return ((await answer.json()) as { feedback: FeedbackJson[] }).feedback
      .map(({ message }) => message)
      .toSorted();
  };
  await expect.poll(read).toEqual(["a", "b", "c"]);
});
