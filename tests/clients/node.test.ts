import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type IssueJson,
  makeOwner,
  makeProject,
  type TestProject,
} from "#tests/harness/project.ts";
import { signedIn } from "#tests/harness/people/signed-in.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const program = fileURLToPath(new URL("programs/node.mjs", import.meta.url));

let spoor: Spoor;
let page: (path: string) => Promise<string>;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  const get = await signedIn(spoor);
  page = async (path) => (await get(path)).text();
});
afterAll(() => spoor.remove());

/** Runs the program to its end; it exits on an intended error after reporting it. */
function runProgram(environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [program], { env, stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", () => resolve()));
}

const byTitle = (issues: IssueJson[], words: string) =>
  issues.find((issue) => issue.title.includes(words))!;

test.each([
  ["@sentry/node", "the current major", "v11"],
  ["sentry-node-10", "the major before", "v10"],
])("%s, %s: all reports become issues", async (packageName, _which, slug) => {
  const project: TestProject = await makeProject(spoor, slug);
  await runProgram({ SENTRY_PACKAGE: packageName, DSN: project.dsn, END: "crash" });
  await runProgram({ SENTRY_PACKAGE: packageName, DSN: project.dsn, END: "rejection" });

  // Two runs: each issue twice except the two exits; the custom fingerprint groups two errors per
  // run.
  const issues = await project.waitForIssues(6, 2 * 5 + 2);

  const chain = byTitle(issues, "Checkout failed");
  expect(chain).toMatchObject({
    type: "Error",
    value: "Checkout failed for order 12345",
    count: 2,
    userCount: 1,
  });
  expect(chain).toMatchObject({
    level: "error",
    state: "open",
    substate: "new",
    firstRelease: "web@1.2.3",
  });
  const event = await project.latestEvent(chain);
  expect(event.exceptions.map((each) => each.type)).toEqual(["Error", "TypeError"]);
  expect(event.exceptions[1]!.frames[0]).toMatchObject({ function: "inner", inApp: true });
  expect(event.exceptions[1]!.frames[0]!.context).toMatchObject({
    line: expect.stringContaining("throw new TypeError"),
  });
  expect(event.breadcrumbs).toContainEqual(
    expect.objectContaining({ category: "auth", message: "logged in" }),
  );
  expect(event).toMatchObject({
    release: "web@1.2.3",
    environment: "production",
    user: { id: "42", email: "jane@example.com" },
  });
  expect(event.tags).toMatchObject({ plan: "pro" });
  expect(event.sdk?.name).toBe("sentry.javascript.node");

  // Without tracing, the SDK still creates a trace ID per event.
  expect(event).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    traceSpanCount: 0,
  });
  const where = `/${slug}/issues/${chain.shortId}/events/${event.eventId}`;
  for (const shown of [
    await (await project.get(`/issues/${chain.shortId}/events/${event.eventId}.md`)).text(),
    await page(where),
  ]) {
    expect(shown).toContain("no spans received");
    expect(shown).not.toContain(`/traces/${event.traceId}`);
  }

  expect(byTitle(issues, "Something odd happened")).toMatchObject({ level: "warning", count: 2 });
  expect(byTitle(issues, "out of range")).toMatchObject({ type: "RangeError", count: 2 });
  const gathered = issues.find((issue) => issue.count === 4)!;
  expect((await project.latestEvent(gathered)).fingerprint).toEqual(["payments", "declined"]);
  expect(byTitle(issues, "nobody caught me")).toMatchObject({ unhandled: true, count: 1 });
  expect(byTitle(issues, "nobody waited for me")).toMatchObject({ unhandled: true, count: 1 });
});
