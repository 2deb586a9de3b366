import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let people: People;
let project: TestProject;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  const other = await makeProject(spoor, "other");
  people = await makePeople(spoor, project.id as ProjectId, other.id as ProjectId);
});
afterAll(async () => {
  await people.close();
  await spoor.remove();
});

async function ask(who: keyof People["users"], path: string, form?: Record<string, string>) {
  const headers = await people.session(people.users[who]);
  const body = form && { method: "POST", body: new URLSearchParams(form) };
  const answer = await fetch(spoor.url + path, { headers, redirect: "manual", ...body });
  return { status: answer.status, text: await answer.text() };
}
const settings = "/shop/settings/ownership";
const emailOf = (who: keyof People["users"]) => people.users[who].email;

async function throwIn(file: string): Promise<void> {
  const frames = [{ function: "f", filename: file, lineno: 1, in_app: true }];
  const exception = { values: [{ type: "Error", value: `in ${file}`, stacktrace: { frames } }] };
  await sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id: randomUUID().replaceAll("-", ""), platform: "node", exception }),
  );
}

async function issueOf(
  file: string,
): Promise<{ shortId: string; assignee: { name: string } | null } | undefined> {
  const { issues } = (await (await project.get("/issues.json?limit=100")).json()) as {
    issues: { shortId: string; value: string; assignee: { name: string } | null }[];
  };
  return issues.find(({ value }) => value === `in ${file}`);
}

async function eventually<T>(read: () => Promise<T | undefined | null>): Promise<T> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(50)) {
    const value = await read();
    if (value) return value;
  }
  throw new Error("It never came.");
}

test("invalid ownership rules are explained and not saved", async () => {
  const rules = `path:src/** ${emailOf("developer")}\nfile:src ${emailOf("developer")}\npath:src nobody@x.example ${emailOf("viewer")}`;
  const { status, text } = await ask("admin", settings, { rules });
  expect(status).toBe(422);
  expect(text).toContain("Line 2, “file:src”");
  expect(text).toContain("Line 3, “nobody@x.example”");
  expect(text).toContain("file:src developer@people.example");
  expect((await ask("admin", settings)).text).not.toContain("file:src");
  expect((await ask("developer", settings)).status).toBe(403);
});

test("an issue shows its owner and rule, and new issues are assigned if enabled", async () => {
  const rules = `# the shop\npath:** ${emailOf("admin")}\npath:src/checkout/** ${emailOf("developer")} ${emailOf("admin")}`;
  expect((await ask("admin", settings, { rules })).status).toBe(303);
  await throwIn("src/checkout/cart.ts");
  const { shortId } = await eventually(() => issueOf("src/checkout/cart.ts"));
  const shown = await ask("viewer", `/shop/issues/${shortId}`);
  expect(shown.text.replaceAll("<!-- -->", "")).toMatch(
    /Suggested owners<\/h2><p>developer, admin [^]*line 3[^]*<code>path:src\/checkout\/\*\*<\/code>/,
  );

  const newest = await people.store.issues.newestActivity();
  await eventually(
    async () => ((await people.store.notices.positions("owners")).position ?? 0) >= newest,
  );
  expect((await ask("admin", settings, { rules, autoAssign: "yes" })).status).toBe(303);
  await throwIn("src/checkout/pay.ts");
  const assigned = await eventually(async () => {
    const issue = await issueOf("src/checkout/pay.ts");
    return issue?.assignee && issue;
  });
  expect(assigned.assignee?.name).toBe("developer");
  expect((await issueOf("src/checkout/cart.ts"))?.assignee, "one from before").toBeNull();
  const { text } = await ask("viewer", `/shop/issues/${assigned.shortId}/activity`);
  expect(text.replaceAll("<!-- -->", "")).toContain(
    "<b>Spoor</b> assigned this to developer, by the rule “path:src/checkout/**”",
  );
});
