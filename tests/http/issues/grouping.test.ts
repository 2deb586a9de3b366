import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  type IssueJson,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let session: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

const keyCacheMs = 1_100;

const thrown = (type: string, value: string, where = "pay") => ({
  platform: "node",
  exception: {
    values: [
      {
        type,
        value,
        stacktrace: { frames: [{ function: where, filename: "app/cart.ts", in_app: true }] },
      },
    ],
  },
});

async function send(project: TestProject, event: object): Promise<string> {
  const event_id = randomUUID().replaceAll("-", "");
  const answer = await sendEnvelope(spoor, project, envelopeOf({ event_id, ...event }));
  expect(answer.status).toBe(200);
  return event_id;
}

const titled = (issues: IssueJson[], title: string) =>
  issues.find((issue) => issue.title.includes(title))!;

/** Two issues: one with three events, one with one. */
async function two(slug: string) {
  const project = await makeProject(spoor, slug);
  for (const user of ["ada", "bob", "ada"])
    await send(project, { ...thrown("TypeError", "x is gone"), user: { id: user } });
  await send(project, { ...thrown("RangeError", "too far"), user: { id: "ada" } });
  const issues = await project.waitForIssues(2, 4);
  return { project, big: titled(issues, "TypeError"), small: titled(issues, "RangeError") };
}

test("a merge in the list redirects old pages and receives new events", async () => {
  const { project, big, small } = await two("merge-list");
  const body = new URLSearchParams([
    ["intent", "merge"],
    ["issue", big.shortId],
    ["issue", small.id],
  ]);
  const merged = await session.post("/merge-list/issues", body);
  expect([merged.status, merged.location]).toEqual([303, `/merge-list/issues/${big.shortId}`]);
  expect(await project.issues()).toMatchObject([{ shortId: big.shortId, count: 4, userCount: 2 }]);

  const page = await session.get(`/merge-list/issues/${small.shortId}/events?environment=live`);
  expect([page.status, page.location]).toEqual([
    302,
    `/merge-list/issues/${big.shortId}/events?environment=live`,
  ]);
  const answer = await fetch(`${spoor.url}/merge-list/issues/${small.shortId}/events/latest.json`, {
    headers: { authorization: `Bearer ${project.token}` },
    redirect: "manual",
  });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(
    `/merge-list/issues/${big.shortId}/events/latest.json`,
  );
  expect((await project.latestEvent(small)).exceptions[0]).toMatchObject({ type: "RangeError" });

  await send(project, thrown("RangeError", "too far again"));
  await project.waitForIssues(1, 5);
  const activity = await session.get(`/merge-list/issues/${big.shortId}/activity`);
  expect(activity.text).toContain(`merged ${small.shortId} into this`);
});

test("a refused merge shows its message at the field and keeps the selection", async () => {
  const { big, small } = await two("merge-wrong");
  const merge = (into: string, ...names: string[]) =>
    session.post(
      "/merge-wrong/issues",
      new URLSearchParams([
        ["intent", "merge"],
        ["into", into],
        ...names.map((name) => ["issue", name]),
      ]),
    );
  const unknown = await merge("MERGE-999", big.id, small.id);
  expect(unknown.status).toBe(422);
  expect(unknown.main).toMatch(/<details[^>]*open=""[^>]*><summary>Merge…<\/summary>/);
  expect(/<input[^>]*name="into"[^>]*>/.exec(unknown.main)![0]).toMatch(
    /(?=.*aria-invalid="true")(?=.*aria-describedby="into-error")(?=.*value="MERGE-999")/,
  );
  expect(unknown.main).toMatch(
    /id="into-error">(?:<svg.*?<\/svg> )?Issue MERGE-999 not found in this project\.</,
  );
  expect(unknown.main.match(/<input[^>]*name="issue"[^>]*checked=""/g)).toHaveLength(2);

  const single = await merge("", small.id);
  expect(single.main).toMatch(
    /id="into-error">(?:<svg.*?<\/svg> )?Select at least two issues to merge\.</,
  );
  expect(single.main.match(/<input[^>]*name="issue"[^>]*checked=""/g)).toHaveLength(1);
  expect((await merge("")).main, "no selection, no menu").toMatch(
    /role="alert">Select at least two issues to merge\.</,
  );
});

test("`into` names the merge target; an unmerged issue reopens and receives events", async () => {
  const { project, big, small } = await two("merge-split");
  const path = `/merge-split/issues/${small.shortId}`;
  const missing = await session.post(path, { intent: "merge", into: "MERGE-999" });
  expect([missing.status, missing.text.includes("Issue MERGE-999 not found")]).toEqual([422, true]);
  const itself = await session.post(path, { intent: "merge", into: small.shortId });
  expect([itself.status, itself.text.includes("This is the same issue")]).toEqual([422, true]);
  const merged = await session.post(path, { intent: "merge", into: big.shortId });
  expect([merged.status, merged.location]).toEqual([303, `/merge-split/issues/${big.shortId}`]);

  const parts = await session.get(`/merge-split/issues/${big.shortId}/merged`);
  const hashes = [...parts.text.matchAll(/name="part" value="([0-9a-f]{32})"/g)].map(
    ([, hash]) => hash!,
  );
  expect(hashes).toHaveLength(2);
  const split = (part: string[]) =>
    session.post(
      `/merge-split/issues/${big.shortId}/merged`,
      new URLSearchParams([["intent", "split"], ...part.map((each) => ["part", each])]),
    );
  expect((await split([])).status).toBe(422);
  expect((await split(hashes)).text).toContain("Leave at least one fingerprint");
  const back = await split([hashes[0]!]);
  expect([back.status, back.location]).toEqual([303, path]);
  const issues = await project.waitForIssues(2, 4);
  expect(titled(issues, "RangeError")).toMatchObject({
    shortId: small.shortId,
    count: 1,
    userCount: 1,
  });
  expect(titled(issues, "TypeError")).toMatchObject({ count: 3, userCount: 2 });
  await send(project, thrown("RangeError", "too far"));
  expect(titled(await project.waitForIssues(2, 5), "RangeError").count).toBe(2);
});

test("similar issues explain themselves and preview the merge", async () => {
  const { big, small } = await two("similar");
  const page = await session.get(`/similar/issues/${big.shortId}/similar`);
  expect(page.text).toContain(small.shortId);
  expect(page.text).toContain("same top frame, different type, different message, same culprit");
  expect(page.text.replaceAll("<!-- -->", "")).toMatch(/4 events, 2 users/);
});

test("grouping rules are validated, previewed, and applied to new events", async () => {
  const { project, big, small } = await two("rules");
  const path = "/rules/settings/grouping";
  const wrong = await session.post(path, {
    intent: "save",
    rules: "type:a -> b\ntype:c -> {{ colour }}",
  });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Line 2, at {{ colour }}: Unknown variable {{ colour }}");

  const rules = 'function:pay -> paying title="{{ type }} while paying"';
  const tried = (await session.post(path, { intent: "try", rules })).text.replaceAll(
    "<!-- -->",
    "",
  );
  expect(tried).toContain("Checked 4 events, all of the last 7 days");
  for (const words of [
    "A new issue",
    `<code>${big.shortId}</code>`,
    "all 3",
    "TypeError while paying",
  ])
    expect(tried).toContain(words);
  expect((await session.get(path)).text, "nothing was saved").not.toContain("paying");

  const saved = await session.post(path, { intent: "save", rules });
  expect([saved.status, saved.location]).toEqual([303, `${path}?saved`]);
  await pause(keyCacheMs);
  for (const type of ["TypeError", "RangeError"]) await send(project, thrown(type, "by now"));
  const issue = titled(await project.waitForIssues(3, 6), "while paying");
  expect(issue).toMatchObject({ count: 2, type: "", value: "RangeError while paying" });
  expect((await project.latestEvent(issue)).grouping.basis).toBe("rule");
  const why = await session.get(`/rules/issues/${issue.shortId}/grouping`);
  expect(why.text).toContain("function:pay -&gt; paying title=");
  expect(titled(await project.issues(), "too far").count).toBe(1);

  await session.post(path, { intent: "save", rules: "" });
  await pause(keyCacheMs);
  await send(project, thrown("RangeError", "too far"));
  expect(
    (await project.waitForIssues(3, 7)).find(({ shortId }) => shortId === small.shortId)!.count,
  ).toBe(2);
});

test("a merge during a batch and a kill lose no event", async () => {
  const { project, big, small } = await two("race");
  const events = Array.from({ length: 40 }, (_, n) =>
    send(project, thrown(n % 2 ? "RangeError" : "TypeError", "racing")),
  );
  const body = new URLSearchParams([
    ["intent", "merge"],
    ["issue", big.shortId],
    ["issue", small.shortId],
  ]);
  const merged = await session.post("/race/issues", body);
  expect(merged.status).toBe(303);
  const ids = await Promise.all(events);
  await spoor.kill();
  spoor = await spoor.restart();
  const read = (path: string) =>
    fetch(`${spoor.url}/race${path}`, { headers: { authorization: `Bearer ${project.token}` } });
  const issues = async () =>
    ((await (await read("/issues.json")).json()) as { issues: IssueJson[] }).issues;
  await expect.poll(issues).toMatchObject([{ shortId: big.shortId, count: 44, userCount: 2 }]);
  for (const id of ids)
    expect((await read(`/issues/${big.shortId}/events/${id}.json`)).status).toBe(200);
});
