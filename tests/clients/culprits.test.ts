import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type IssueJson,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const programs = (name: string) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

let spoor: Spoor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

async function run(command: string, words: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(command, words, { env: { PATH: process.env.PATH, ...env }, stdio: "ignore" });
  await new Promise((resolve) => child.on("exit", resolve));
}

const withTitle = (issues: IssueJson[], words: string): IssueJson =>
  issues.find(({ title }) => title.includes(words))!;

test.each([
  ["@sentry/node", "culprits-v11"],
  ["sentry-node-10", "culprits-v10"],
])(
  "%s: culprits are functions of the application, not of the engine or SDK",
  async (sentryPackage, slug) => {
    const project: TestProject = await makeProject(spoor, slug);
    await run(process.execPath, [programs("culprits.mjs")], {
      SENTRY_PACKAGE: sentryPackage,
      DSN: project.dsn,
    });
    const issues = await project.waitForIssues(4);
    const culprits = issues.map(({ culprit }) =>
      culprit.replace(/ ?\(?\/.*\/(.*?)\)?$/, " $1").trim(),
    );
    expect(culprits.toSorted()).toEqual([
      "",
      "culprits.mjs",
      "readCart culprits.mjs",
      "reportStock culprits.mjs",
    ]);
  },
);

test("python3-sentry-sdk: one template is one issue with an application culprit", async () => {
  const project = await makeProject(spoor, "culprits-python");
  await run("/usr/bin/python3", [programs("log-lines.py")], { DSN: project.dsn });
  const issues = await project.waitForIssues(2, 4);
  expect(withTitle(issues, "was refused by")).toMatchObject({
    count: 3,
    culprit: expect.stringMatching(/^refuse_\w+ \(.*log-lines\.py\)$/),
  });
  const thrown = withTitle(issues, "JSONDecodeError");
  expect(thrown.culprit).toMatch(/^read_cart \(.*log-lines\.py\)$/);
  const { frames } = (await project.latestEvent(thrown)).exceptions[0]!;
  expect(frames.map(({ function: name, inApp }) => [name, inApp])).toEqual([
    ...["raw_decode", "decode", "loads"].map((name) => [name, false]),
    ...["read_cart", "<module>"].map((name) => [name, true]),
  ]);
});

/**
 * Sent by the program beside it with sentry-go 0.27.0, built with Go 1.26; neither is available
 * from npm or Debian.
 */
const recorded = new URL("./programs/go-shop/recorded.jsonl", import.meta.url);

test("sentry-go: different errors.New are different issues, whatever function reports them", async () => {
  const project = await makeProject(spoor, "culprits-go");
  for (const line of readFileSync(recorded, "utf8").trim().split("\n")) {
    const envelope = (JSON.parse(line) as string).replace(
      /"dsn":"[^"]*"/,
      `"dsn":"${project.dsn}"`,
    );
    expect((await sendEnvelope(spoor, project, envelope)).status).toBe(200);
  }
  const issues = await project.waitForIssues(3, 5);
  const counts = issues.map(({ value, count }) => [value.replace(/\d/, "N"), count]);
  expect(Object.fromEntries(counts)).toEqual({
    "no stock left": 2,
    "card declined": 1,
    "order N: card declined": 2,
  });
});
