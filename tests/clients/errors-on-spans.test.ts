import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processed } from "#tests/harness/requests/processed.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  type IssueJson,
  makeOwner,
  makeProject,
  type TestProject,
} from "#tests/harness/project.ts";
import { signedIn } from "#tests/harness/people/signed-in.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { type TraceJson, waitForTrace } from "#tests/harness/data/traces.ts";

const program = fileURLToPath(new URL("programs/failing-shop.mjs", import.meta.url));

let spoor: Spoor;
let postgres: TestPostgres;
let page: (path: string) => Promise<string>;
beforeAll(async () => {
  [spoor, postgres] = await Promise.all([startSpoor(), startPostgres()]);
  await makeOwner(spoor);
  const get = await signedIn(spoor);
  page = async (path) => (await get(path)).text();
});
afterAll(() => Promise.all([spoor?.remove(), postgres?.stop()]));

describe.each([
  ["@sentry/node", "streamed spans", "v11"],
  ["sentry-node-10", "transactions", "v10"],
])("%s, %s", (packageName, _form, slug) => {
  let project: TestProject;
  let queryFailed: IssueJson;
  let caught: IssueJson;
  beforeAll(async () => {
    project = await makeProject(spoor, slug);
    const env = { PATH: process.env.PATH, SENTRY_PACKAGE: packageName, DSN: project.dsn };
    const shop = { DATABASE: await postgres.create(), PATHS: "/query-fails/7,/caught/7" };
    const child = spawn(process.execPath, [program], { env: { ...env, ...shop }, stdio: "ignore" });
    await new Promise((resolve) => child.on("exit", resolve));
    await processed(spoor);
    const issues = await project.waitForIssues(2);
    queryFailed = issues.find(({ type }) => type === "PostgresError")!;
    caught = issues.find(({ type }) => type === "RangeError")!;
  });

  async function traceOf(issue: IssueJson): Promise<TraceJson> {
    return waitForTrace(project, (await project.latestEvent(issue)).traceId!, 3);
  }
  const spanOf = ({ spans }: TraceJson, name: RegExp) =>
    spans.find((span) => name.test(span.name))!;

  test("a failed query is one row of its trace's errors, with its issue", async () => {
    const trace = await traceOf(queryFailed);
    const query = spanOf(trace, /^SELECT .*orders/);
    expect(query).toMatchObject({ status: "error", issues: [queryFailed.shortId] });
    expect(trace.issues.map(({ id }) => id)).toContain(queryFailed.id);
    expect((await project.latestEvent(queryFailed)).traceSpanCount).toBe(trace.spans.length);
    const html = await page(`/${slug}/traces/${trace.traceId}`);
    const rows = rowsIn(html, "Errors of this trace").filter((row) =>
      row.includes("PostgresError"),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`/spans/${query.spanId}`);
    expect(rows[0]).toContain(`>${queryFailed.shortId}<`);
    // Sentry's span has only a status; details come from the event.
    expect(rows[0]).toContain("relation &quot;orders&quot; does not exist");
  });

  test("the waterfall row links to the issue, and the issue to the span", async () => {
    for (const [issue, name] of [
      [queryFailed, /^SELECT .*orders/],
      [caught, /^price the order$/],
    ] as const) {
      const { eventId } = await project.latestEvent(issue);
      const trace = await traceOf(issue);
      const { spanId } = spanOf(trace, name);
      const row = rowsIn(await page(`/${slug}/traces/${trace.traceId}?all`), "waterfall").find(
        (each) => each.includes(`/spans/${spanId}`),
      );
      expect(row).toContain(`/${slug}/issues/${issue.shortId}/events/${eventId}`);
      const shown = await page(`/${slug}/issues/${issue.shortId}/events/${eventId}`);
      expect(shown).toContain(`/${slug}/traces/${trace.traceId}/spans/${spanId}#span`);
      const panel = await page(`/${slug}/traces/${trace.traceId}/spans/${spanId}`);
      expect(panel.slice(panel.indexOf("span-panel"))).toContain(`>${issue.shortId}<`);
    }
  });
});

function rowsIn(html: string, table: string): string[] {
  const start = html.search(new RegExp(`<table[^>]*(?: class="${table}"|><caption>${table})`));
  return html.slice(start, html.indexOf("</table>", start)).split("<tr").slice(1);
}
