import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

type Audit = {
  error?: { summary?: string };
  vulnerabilities?: { [name: string]: { severity: string; via: unknown[] } };
};

/** Runs `npm audit` on shipped packages; its exit code is 1 on a finding. */
function audit(): Promise<Audit | undefined> {
  const cwd = fileURLToPath(new URL("../../..", import.meta.url));
  return new Promise((resolve) => {
    execFile(
      "npm",
      ["audit", "--omit=dev", "--json"],
      { cwd, timeout: 45_000 },
      (_error, stdout) => {
        try {
          resolve(JSON.parse(stdout) as Audit);
        } catch {
          resolve(undefined);
        }
      },
    );
  });
}

test("no shipped package has a known vulnerability", async (context) => {
  const answer = await audit();
  const unanswered = answer?.vulnerabilities === undefined;
  context.skip(
    unanswered,
    "The package registry does not answer `npm audit` here: known weaknesses were not looked up.",
  );
  expect(answer!.vulnerabilities).toEqual({});
});
