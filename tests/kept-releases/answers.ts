import type { Named } from "#tests/harness/data/filled-project.ts";
import type { TestProject } from "#tests/harness/project.ts";

/** IDs in a release's data, to request it, and the release's own responses. */
export type Kept = {
  /** Time of its creation, at which servers that open it start. */
  at: number;
  project: Pick<TestProject, "id" | "slug" | "dsn" | "publicKey" | "token">;
  named: Named;
  answers: Answers;
};

export type Answers = Record<string, unknown>;

/** JSON that is stable within a major version and independent of the clock. */
function pathsOf(named: Named): string[] {
  const [issue, route] = [named[":issue"], named[":route"]];
  return [
    "/issues.json?query=",
    `/issues/${issue}.json`,
    `/issues/${issue}/activity.json`,
    `/issues/${issue}/events/latest.json`,
    "/feedback.json",
    "/traces.json",
    `/traces/${named[":trace"]}.json`,
    `/routes.json`,
    `/routes/${route}.json`,
    "/releases.json",
    `/releases/${named["releases/*"]}.json`,
    `/monitors/${named[":monitor"]}.json`,
    "/alerts.json",
  ];
}

/** Values that depend on the clock. */
const moving =
  /^(?:from|to|until|since|now|at|window|before|generatedAt|series|trend|steps|nextAt|expectedAt|dueAt)$/;

export async function answersOf(project: TestProject, named: Named): Promise<Answers> {
  const answers: Answers = {};
  for (const path of pathsOf(named)) {
    const answer = await project.get(path);
    if (answer.status !== 200)
      throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    answers[path] = JSON.parse(await answer.text(), (key, value: unknown) =>
      moving.test(key) ? undefined : value,
    );
  }
  return answers;
}
