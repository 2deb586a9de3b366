import type { Named } from "#tests/harness/filled-project.ts";
import type { TestProject } from "#tests/harness/project.ts";

/** What is known about the data of a release: enough to ask for it, and what the release itself answered. */
export type Kept = {
  /** When it was made: servers that open it begin at this time. */
  at: number;
  project: Pick<TestProject, "id" | "slug" | "dsn" | "publicKey" | "token">;
  named: Named;
  answers: Answers;
};

export type Answers = Record<string, unknown>;

/** Forms that stay within a major version (SPEC section 10), as far as their contents do not move with the clock. */
function pathsOf(named: Named): string[] {
  const [issue, route] = [named[":issue"], named[":route"]];
  return [
    ...["/issues.json?query=", `/issues/${issue}.json`, `/issues/${issue}/activity.json`],
    ...[`/issues/${issue}/events/latest.json`, "/feedback.json", "/traces.json", `/traces/${named[":trace"]}.json`],
    ...[`/routes.json`, `/routes/${route}.json`, "/releases.json", `/releases/${named["releases/*"]}.json`],
    ...[`/monitors/${named[":monitor"]}.json`, "/alerts.json"],
  ];
}

/** Periods move with the clock, and what is measured from now on. */
const moving = /^(?:from|to|until|since|now|at|window|before|generatedAt|series|trend|steps|nextAt|expectedAt|dueAt)$/;

export async function answersOf(project: TestProject, named: Named): Promise<Answers> {
  const answers: Answers = {};
  for (const path of pathsOf(named)) {
    const answer = await project.get(path);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    answers[path] = JSON.parse(await answer.text(), (key, value: unknown) => (moving.test(key) ? undefined : value));
  }
  return answers;
}
