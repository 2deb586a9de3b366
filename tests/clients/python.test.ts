import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type IssueJson,
  makeOwner,
  makeProject,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const program = fileURLToPath(new URL("programs/python.py", import.meta.url));

let spoor: Spoor;
let project: TestProject;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "python");
});
afterAll(() => spoor.remove());

test("the distribution's Python SDK reports chains, messages, fingerprints, and uncaught errors", async () => {
  const child = spawn("/usr/bin/python3", [program], {
    env: { DSN: project.dsn, CARD: "hunter2" },
    stdio: "ignore",
  });
  await new Promise((resolve) => child.on("exit", resolve));
  const issues = await project.waitForIssues(4);
  const of = (type: string) => issues.find((issue) => issue.type === type) as IssueJson;

  const chain = await project.latestEvent(of("RuntimeError"));
  expect(chain.exceptions.map(({ type, value }) => [type, value])).toEqual([
    ["RuntimeError", "payment failed"],
    ["ValueError", "no such card"],
  ]);
  const frame = chain.exceptions[1]!.frames[0]!;
  expect(frame).toMatchObject({
    function: "charge",
    inApp: true,
    vars: { password: "[Filtered]" },
  });
  expect(JSON.stringify(chain)).not.toContain("hunter2");
  expect(chain.notes.some((note) => note.kind === "scrubbed")).toBe(true);
  expect(chain).toMatchObject({ release: "api@2.0.0", environment: "staging", user: { id: "7" } });
  expect(chain.tags).toMatchObject({ region: "eu" });
  expect(chain.breadcrumbs).toContainEqual(
    expect.objectContaining({ category: "query", message: "SELECT 1" }),
  );

  expect(issues.map((issue) => issue.title)).toContain("a word from Python");
  expect((await project.latestEvent(of("KeyError"))).fingerprint).toEqual(["python", "own"]);
  expect(of("SystemError")).toMatchObject({ unhandled: true, value: "uncaught in Python" });
});
